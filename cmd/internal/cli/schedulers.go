package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"settle/shards"
)

// readShard reads I/N, or asks the environment. from says which variables were read.
func readShard(text string, environment func(string) (string, bool)) (s shards.Shard, from string, err error) {
	first, second, _ := strings.Cut(text, "/")
	if first == "env" {
		return shardOf(second, environment)
	}
	i, err1 := strconv.Atoi(first)
	n, err2 := strconv.Atoi(second)
	if err1 != nil || err2 != nil {
		return s, "", fmt.Errorf("%s is neither I/N, such as 3/8, nor env", quoted(text))
	}
	s = shards.Shard{I: i, N: n}
	return s, "", checkShard(s)
}

// mostShards bounds how many shares there can be.
const mostShards = 1_000_000

func checkShard(s shards.Shard) error {
	switch {
	case s.N < 1 || s.N > mostShards:
		return fmt.Errorf("there can be 1 to %d shards, not %d", mostShards, s.N)
	case s.I < 1 || s.I > s.N:
		return fmt.Errorf("shards of %d are 1 to %d, not %d", s.N, s.N, s.I)
	}
	return nil
}

// scheduler is how a system tells a task which of how many it is.
type scheduler struct {
	name  string
	index string
	first string // what the first index is: a number, or a variable that holds it
	step  string // by which indices ascend, likewise; "" for 1
	count string // the variable that holds how many there are; "" for none
	last  string // the variable that holds the last index; "" for none
}

// shardOf is the shard that the environment tells, of so many if it does not tell that.
func shardOf(count string, environment func(string) (string, bool)) (shards.Shard, string, error) {
	return shards.Shard{}, "", errors.New("the environment is not read yet")
}
