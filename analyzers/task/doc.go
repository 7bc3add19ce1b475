/*
Package task defines the rule task.

# Analyzer task

task: background work that is tracked in memory and polled later

A call starts work, answers at once, and a later call asks for the result. The record lives in this process: a poll on another
replica finds nothing, and a restart loses both the work and the record.

## Flagged

- containers whose entries are written from a goroutine that a request started and read on another request path;
- registration of task tools that the SDK tracks in memory.

## Not flagged

- work that ends before the call returns;
- queues and job records in a database.

## Rewrite

Create a durable record before answering, let a worker with a lease do the work, and let the poll read the record.

## Limits

A goroutine that only refreshes a cache looks the same when its entries have no key of their own.
*/
package task
