package replica

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
)

// Run runs a shell command to its end. Its output stands in the error, and is dropped otherwise.
func Run(ctx context.Context, command, dir string, env, fill map[string]string) error {
	log := new(Log)
	cmd := exec.Command("sh", "-c", scenario.Fill(command, fill))
	cmd.Dir = dir
	cmd.Env = environ(env, fill)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.WaitDelay = pipeGrace
	if err := start(cmd); err != nil {
		return fmt.Errorf("%s: %w", command, err)
	}
	stop := context.AfterFunc(ctx, func() { killGroup(cmd) })
	defer stop()
	err := cmd.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		output := strings.TrimSpace(log.String())
		const limit = 2000
		if len(output) > limit {
			output = "..." + strings.ToValidUTF8(output[len(output)-limit:], "")
		}
		return fmt.Errorf("%s: %w\n%s", command, err, output)
	}
	return nil
}

// Output runs a program for at most the given time and returns what it prints.
func Output(ctx context.Context, limit time.Duration, dir string, words ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	log := new(Log)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir = dir
	cmd.Stdout, cmd.Stderr = log, log
	cmd.WaitDelay = pipeGrace
	if err := start(cmd); err != nil {
		return "", err
	}
	stop := context.AfterFunc(ctx, func() { killGroup(cmd) })
	defer stop()
	err := cmd.Wait()
	return log.String(), err
}
