package clitest

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// SchemaFile returns the name of the file of a schema: rank-1.json for settle/rank/1.
func SchemaFile(document string) (string, error) {
	name, ok := strings.CutPrefix(document, "settle/")
	if !ok || strings.Count(name, "/") != 1 {
		return "", fmt.Errorf("%q is no name of a document", document)
	}
	return strings.Replace(name, "/", "-", 1) + ".json", nil
}

// compiled holds the schemas that were read, by file; nil for one that does not exist.
var compiled sync.Map

// checkDocument checks what a command printed in a script. If the environment variable
// DOCUMENTS names a folder, it writes the document there instead: the schemas are made from
// these; see docs/schemas_test.go.
func checkDocument(document []byte) error {
	if folder := os.Getenv("DOCUMENTS"); folder != "" {
		return os.WriteFile(filepath.Join(folder, fmt.Sprintf("%x.json", sha256.Sum256(document))), document, 0o666)
	}
	return CheckSchema(document)
}

// CheckSchema reports how a document differs from the schema that its member "document" names. It
// fails if there is none.
func CheckSchema(document []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		return err
	}
	members, _ := value.(map[string]any)
	name, _ := members["document"].(string)
	file, err := SchemaFile(name)
	if err != nil {
		return err
	}
	schema, err := schemaIn(file)
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

func schemaIn(file string) (*jsonschema.Schema, error) {
	if schema, ok := compiled.Load(file); ok {
		return schema.(*jsonschema.Schema), nil
	}
	root, err := moduleRoot()
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(root, "docs", "schemas", file))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("no schema docs/schemas/%s", file)
	}
	if err != nil {
		return nil, err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(file, value); err != nil {
		return nil, err
	}
	schema, err := compiler.Compile(file)
	if err == nil {
		compiled.Store(file, schema)
	}
	return schema, err
}
