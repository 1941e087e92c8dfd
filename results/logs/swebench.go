package logs

// sweReport is the report of an instance.
type sweReport struct {
	Resolved value `json:"resolved"`
}

// readSWEBench reads the reports of instances. A file usually holds one, in a folder of
// its own.
func readSWEBench(r *reading) error {
	g := r.log("", "")
	g.log.Numbered = true
	return document(r.file, &each[part[sweReport]]{do: func(id string, report *part[sweReport]) error {
		if r.file.folder(1) == id {
			g.log.Folder = r.file.upper(2)
		}
		g.attempt(id, 1, g.outcome("resolved", report.it.Resolved.orNaN()))
		return nil
	}})
}
