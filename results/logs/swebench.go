package logs

// sweReport is the report on one SWE-bench instance.
type sweReport struct {
	Resolved value `json:"resolved"`
}

// readSWEBench reads the reports on SWE-bench instances. A file usually holds one
// report and has a folder of its own.
func readSWEBench(r *reading) error {
	g := r.log("", "")
	g.log.Numbered = true
	return document(r.file, &elementVisitor[part[sweReport]]{do: func(id string, report *part[sweReport]) error {
		if r.file.folder(1) == id {
			g.log.Folder = r.file.parentFolder(2)
		}
		g.attempt(id, 1, g.outcome("resolved", report.it.Resolved.orNaN()))
		return nil
	}})
}
