package shards

// File returns the bytes that Write writes.
func (p *Part) File() ([]byte, error) { return p.file() }
