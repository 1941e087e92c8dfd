package shards

// File is what Write writes.
func (p *Part) File() ([]byte, error) { return p.file() }
