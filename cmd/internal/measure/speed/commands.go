package speed

import (
	"context"
	"fmt"
	"os"

	"settle/cmd/internal/measure/program"
)

// runCommands builds the commands and runs those whose memory matters.
func (o Options) runCommands(ctx context.Context, p *page, _ []workload) error {
	dir, err := os.MkdirTemp("", "settle-speed-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := program.Build(ctx, dir); err != nil {
		return err
	}
	fig1 := "settle converge stand-in:hmmt25 --metrics bayes,pass@2,pass@4,pass@8 --replicates "
	lines := []string{
		fig1 + fmt.Sprint(o.size(10_000)),
		fig1 + fmt.Sprint(o.size(1_000_000)),
		"settle simulate write big.npz --coins 1000x1000 --trials 64",
		"settle bootstrap big.npz --metrics bayes,pass@8 --replicates " + fmt.Sprint(o.size(100)),
	}
	for _, line := range lines {
		run, err := program.Time(ctx, dir, line)
		if err != nil {
			return err
		}
		p.Commands = append(p.Commands, run)
	}
	return nil
}
