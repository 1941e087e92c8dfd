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

// SchemaFile returns the file name of a document's schema, such as rank-1.json for
// settle/rank/1.
func SchemaFile(document string) (string, error) {
	name, ok := strings.CutPrefix(document, "settle/")
	if !ok || strings.Count(name, "/") != 1 {
		return "", fmt.Errorf("%q is no name of a document", document)
	}
	return strings.Replace(name, "/", "-", 1) + ".json", nil
}

// schemaCache holds the schemas read so far, by file name. A schema that does not exist is
// nil.
var schemaCache sync.Map

// checkDocument checks a document that a command printed in a script against its
// schema. If the environment variable DOCUMENTS names a folder, it instead writes the
// document there, as input for making the schemas (see docs/schemas_test.go).
func checkDocument(document []byte) error {
	if folder := os.Getenv("DOCUMENTS"); folder != "" {
		return os.WriteFile(filepath.Join(folder, fmt.Sprintf("%x.json", sha256.Sum256(document))), document, 0o666)
	}
	return CheckSchema(document)
}

// CheckSchema returns an error if a document does not match the schema that its member
// "document" names, or if there is no such schema.
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
	if schema, ok := schemaCache.Load(file); ok {
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
		schemaCache.Store(file, schema)
	}
	return schema, err
}
