package main

import (
	"debug/buildinfo"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// writeSBOM writes a software bill of materials (SBOM) of the binaries in the format CycloneDX 1.6.
// It panics if a binary contains a module that is not among the given dependencies.
func writeSBOM(w io.Writer, version string, date time.Time, binaries []string, all []dependency) {
	compiler := ""
	for _, binary := range binaries {
		info := must(buildinfo.ReadFile(binary))
		compiler = strings.TrimPrefix(info.GoVersion, "go")
		for _, module := range info.Deps {
			if !slices.ContainsFunc(all, func(d dependency) bool { return d.Name == module.Path && d.Version == module.Version }) {
				check(fmt.Errorf("%s has no entry in LICENSES.md: run make licences", module.Path))
			}
		}
	}
	program := cdx.Component{Type: cdx.ComponentTypeApplication, Name: "settle", Version: version, Licenses: licencesOf("MIT")}
	program.PackageURL = "pkg:generic/settle@" + version
	program.BOMRef = program.PackageURL
	var components []cdx.Component
	var references []string
	for _, d := range all {
		c := cdx.Component{Type: cdx.ComponentTypeLibrary, Name: d.Name, Version: d.Version, Licenses: licencesOf(d.Licence)}
		switch d.Kind {
		case kindModule:
			c.PackageURL = "pkg:golang/" + d.Name + "@" + d.Version
		case kindNPM:
			c.PackageURL = "pkg:npm/" + strings.Replace(d.Name, "@", "%40", 1) + "@" + d.Version
		case kindGo:
			c.Version, c.PackageURL = compiler, "pkg:golang/std@"+compiler
		case kindFont:
			c.Type, c.PackageURL = cdx.ComponentTypeData, "pkg:generic/"+d.Name+"@"+d.Version
		}
		c.BOMRef = c.PackageURL
		components, references = append(components, c), append(references, c.BOMRef)
	}
	bom := cdx.NewBOM() // without a serial number, which would be random
	bom.Metadata = &cdx.Metadata{Timestamp: date.Format(time.RFC3339), Component: &program}
	bom.Components = &components
	bom.Dependencies = &[]cdx.Dependency{{Ref: program.BOMRef, Dependencies: &references}}
	check(cdx.NewBOMEncoder(w, cdx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(bom, cdx.SpecVersion1_6))
}

// licencesOf returns an SPDX id or expression in the form that CycloneDX requires.
func licencesOf(spdx string) *cdx.Licenses {
	if strings.Contains(spdx, " ") {
		return &cdx.Licenses{{Expression: spdx}}
	}
	return &cdx.Licenses{{License: &cdx.License{ID: spdx}}}
}
