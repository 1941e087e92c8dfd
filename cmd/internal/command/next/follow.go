package next

import "settle/cmd/internal/cli"

func (c *Command) follow(env *cli.Env) error { return nil }
func (c *Command) serve(env *cli.Env) error  { return nil }
