package input

import (
	"fmt"
	"os"

	"settle/internal/bounded"
	"settle/internal/quoted"
	"settle/internal/reason"
	"settle/study/sequential/receipt"
)

// ReadPlan reads a plan from a file. Its errors start with the path of the file.
func ReadPlan(path string) (*receipt.Plan, error) {
	name := quoted.Path(path)
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil, fmt.Errorf("%s: not a regular file", name)
	}
	file, err := reason.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := bounded.ReadAll(file, bounded.File)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, reason.Of(err))
	}
	p, err := receipt.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}
