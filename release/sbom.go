package main

import (
	"debug/buildinfo"
	"fmt"
	"io"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// writeSBOM writes the SBOM of the binaries as CycloneDX 1.6. It fails if a binary was built from
// a module that all lacks.
func writeSBOM(w io.Writer, version string, date time.Time, binaries []string, all []dependency) error {
	known := map[string]bool{}
	for _, d := range all {
		known[d.Name+" "+d.Version] = true
	}
	compiler := ""
	for _, binary := range binaries {
		info, err := buildinfo.ReadFile(binary)
		if err != nil {
			return err
		}
		compiler = strings.TrimPrefix(info.GoVersion, "go")
		for _, module := range info.Deps {
			if !known[module.Path+" "+module.Version] {
				return fmt.Errorf("%s has no entry in %s: run make licences", module.Path, licencesFile)
			}
		}
	}
	program := "pkg:generic/settle@" + version
	var components []cdx.Component
	var references []string
	for _, d := range all {
		c := cdx.Component{Type: cdx.ComponentTypeLibrary, Name: d.Name, Version: d.Version}
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
		c.BOMRef, c.Licenses = c.PackageURL, licenceOf(d.Licence)
		components, references = append(components, c), append(references, c.BOMRef)
	}
	bom := cdx.NewBOM() // without a serial number, which would be random
	bom.Metadata = &cdx.Metadata{
		Timestamp: date.Format(time.RFC3339),
		Component: &cdx.Component{Type: cdx.ComponentTypeApplication, BOMRef: program, PackageURL: program,
			Name: "settle", Version: version, Licenses: licenceOf("MIT")},
	}
	bom.Components = &components
	bom.Dependencies = &[]cdx.Dependency{{Ref: program, Dependencies: &references}}
	return cdx.NewBOMEncoder(w, cdx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(bom, cdx.SpecVersion1_6)
}

// licenceOf returns an SPDX id or expression as CycloneDX has it.
func licenceOf(spdx string) *cdx.Licenses {
	if strings.Contains(spdx, " ") {
		return &cdx.Licenses{{Expression: spdx}}
	}
	return &cdx.Licenses{{License: &cdx.License{ID: spdx}}}
}
