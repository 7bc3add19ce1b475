/*
Package task defines the rule task.

# Analyzer task

task: background work that is tracked in memory and polled later

A call starts work, answers at once, and a later call asks for the result. The record lives in this process: a poll on another
replica finds nothing, and a restart loses both the work and the record.

The tasks extension (2026-07-28) says that a task must be durably created before its handle is returned.

## Flagged

  - containers whose entries a goroutine that a request started goes on to change, and that another request reads;
  - a field that keeps how to stop work which goes on after the answer, when another tool or handler stops it by that, or when the
    work holds a live resource such as a browser page (medium).

## Not flagged

  - goroutines that end before the call returns;
  - goroutines of start-up that keep something fresh;
  - queues and job records in a database;
  - caches that a goroutine refreshes (see memo);
  - work that the next call of the same kind only supersedes.

## Rewrite

Create a durable record before answering, let a worker with a lease do the work, and let the poll read the record. Before:

	j := &job{state: "running"}
	s.jobs[id] = j
	go s.work(j)
	return nil, Started{ID: id}, nil

After:

	err := s.jobs.Create(ctx, Job{ID: id, Owner: principal(req), Input: in}) // a worker of any replica takes it
	return nil, Started{ID: id}, err

## Limits

  - A goroutine that puts a finished entry into the container, instead of changing one, looks like any other call: workflow
    reports it.
  - Task tools that an SDK tracks in its own memory are listed by serverrequest, with the rest of the removed methods.
*/
package task
