package cli

import "context"

// heedSignals returns ctx unchanged: a program in a web page gets no signals.
func heedSignals(ctx context.Context) context.Context { return ctx }
