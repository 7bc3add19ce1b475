/*
Package singleton defines the rule singleton.

# Rule singleton

singleton: a deployment that works with one instance only

One replica is a choice. One replica that must be gone before the next one starts, or that has a disk of its own, is a server that cannot have
a second one. The state in the code is usually the reason, and the card says so when the code stands beside the files.

## Flagged

  - one replica with the strategy Recreate;
  - a writable volume that is claimed ReadWriteOnce, volumes of a StatefulSet's instances, volumes of Fly machines;
  - a limit of one instance on Cloud Run, Knative, App Engine, Azure Container Apps;
  - in the code of a server: an embedded database that one process at a time can open (bbolt, Badger, LevelDB, Pebble);
  - with the code beside the files: files that one request writes and another one reads, where they lie in the container or in an emptyDir
    (high with several replicas; possible, since the files may be a cache, or configuration may choose another store);
  - several replicas that each have such a volume to themselves (high): what one writes the others do not read.

## Not flagged

  - replicas: 1 alone, as most charts and examples have it;
  - emptyDir and read-only volumes: caches and configuration;
  - volumes for logs, caches and temporary files, by the name of the volume or of the path;
  - Compose files, which run on one machine anyway;
  - databases and other workloads beside the server.

## Rewrite

Close the findings about state first. Then keep files in a store that all instances reach, and let instances overlap. Before:

	spec:
	  replicas: 1
	  strategy:
	    type: Recreate

After:

	spec:
	  replicas: 2
	  strategy:
	    type: RollingUpdate

## Limits

  - What a volume is used for is known by its name only.
  - Where a file lies is followed through fields, variables, constants and helpers of one package.
*/
package singleton
