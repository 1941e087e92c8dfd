package clitest

import (
	"bytes"
	"io"
	"maps"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// interrupts starts a program, interrupts it while it works, and checks that it ends
// within a second. The exit code must be 130, stdout empty, stderr one line, and no
// file changed:
//
//	interrupts PROGRAM ARG... --out DIR
//	interrupts -reading PROGRAM ARG...
//
// The program works once it has made the folder of --out or, with -reading, once it has
// read 100 kB of rows from an endless standard input.
func interrupts(ts *testscript.TestScript, neg bool, args []string) {
	reading := len(args) > 0 && args[0] == "-reading"
	if reading {
		args = args[1:]
	}
	if neg || len(args) < 1 {
		ts.Fatalf("usage: interrupts [-reading] program [args...]")
	}
	var stdout, stderr bytes.Buffer
	before := files(ts)
	command := exec.Command(args[0], args[1:]...)
	command.Dir, command.Stdout, command.Stderr = ts.MkAbs("."), &stdout, &stderr
	begun := func() bool { return !maps.Equal(files(ts), before) }
	if reading {
		stdin, err := command.StdinPipe()
		ts.Check(err)
		defer stdin.Close()
		fed := make(chan struct{})
		go func() {
			defer close(fed)
			rows := "model,question,trial,outcome\n" + strings.Repeat("a,q,1,1\n", 100_000)
			_, _ = io.CopyN(stdin, strings.NewReader(rows), 100_000) // if the program ends early, its exit code shows it
		}()
		begun = func() bool {
			select {
			case <-fed:
				return true
			default:
				return false
			}
		}
	}
	ts.Check(command.Start())
	ended := make(chan struct{})
	go func() {
		_ = command.Wait() // the exit code is checked below
		close(ended)
	}()
	defer func() {
		_ = command.Process.Kill()
		<-ended
	}()
	for deadline := time.Now().Add(20 * time.Second); !begun(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			ts.Fatalf("%s does not begin", args[0])
		}
	}
	time.Sleep(50 * time.Millisecond) // the program is then in the middle of its work
	sent := time.Now()
	ts.Check(command.Process.Signal(os.Interrupt))
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		ts.Fatalf("%s does not end", args[0])
	}
	took := time.Since(sent)
	ts.Logf("[ended after %v]\n%s", took, stderr.String())
	switch code := command.ProcessState.ExitCode(); {
	case code != 130:
		ts.Fatalf("exit %d, want 130", code)
	case took > time.Second:
		ts.Fatalf("it took %v to end", took)
	case stdout.Len() > 0:
		ts.Fatalf("stdout is not empty: %q", stdout.String())
	case !strings.HasPrefix(stderr.String(), args[0]+": interrupted; nothing was kept"), strings.Count(stderr.String(), "\n") != 1:
		ts.Fatalf("stderr is %q", stderr.String())
	}
	sameFiles(ts, before)
}
