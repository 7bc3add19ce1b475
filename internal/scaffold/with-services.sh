#!/usr/bin/env bash
# Runs a command with a PostgreSQL and a Redis of its own, on free ports of
# 127.0.0.1 and with their data in a temporary folder, and stops them when the
# command ends. The command finds them in HANDLES_TEST_POSTGRES and
# HANDLES_TEST_REDIS. Missing servers are installed from Debian's packages, which
# takes root.
#
#	internal/scaffold/with-services.sh go -C internal/scaffold/source test ./...
set -euo pipefail

postgres_bin() {
	ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1
}

missing=()
[ -n "$(postgres_bin)" ] || missing+=(postgresql)
command -v redis-server >/dev/null || missing+=(redis-server)
if [ ${#missing[@]} -gt 0 ]; then
	if [ "$(id -u)" != 0 ]; then
		echo "install ${missing[*]}, or run this as root" >&2
		exit 1
	fi
	echo "installing ${missing[*]}" >&2
	apt-get update -q >/dev/null
	# The packages must not start servers of their own.
	DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -q --no-install-recommends "${missing[@]}" >/dev/null
fi

dir=$(mktemp -d /tmp/mcpaudit-services.XXXXXX)
bin=$(postgres_bin)
as=()
if [ "$(id -u)" = 0 ]; then
	# PostgreSQL refuses to run as root.
	as=(runuser -u postgres --)
	chown postgres "$dir"
fi
redis_pid=

stop() {
	local code=$?
	trap - EXIT
	if [ -n "$redis_pid" ]; then
		kill "$redis_pid" 2>/dev/null || true
		wait "$redis_pid" 2>/dev/null || true
	fi
	if [ -d "$dir/postgres" ]; then
		(cd / && "${as[@]}" "$bin/pg_ctl" -D "$dir/postgres" -m immediate -w stop >/dev/null 2>&1) || true
	fi
	rm -rf "$dir"
	exit "$code"
}
trap stop EXIT
trap 'exit 130' INT TERM

# A port that nobody listens on just now.
free_port() {
	local port
	while :; do
		port=$((20000 + RANDOM % 20000))
		(exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
	done
	echo "$port"
}

# wait_for NAME COMMAND...: until the command succeeds.
wait_for() {
	local name=$1
	shift
	for _ in $(seq 150); do
		"$@" >/dev/null 2>&1 && return
		sleep 0.2
	done
	echo "$name does not answer" >&2
	cat "$dir/$name.log" >&2 || true
	exit 1
}

pg_port=$(free_port)
(
	cd /
	"${as[@]}" "$bin/initdb" -D "$dir/postgres" -U tester -A trust -E UTF8 --locale=C --no-sync >/dev/null
	"${as[@]}" "$bin/pg_ctl" -D "$dir/postgres" -l "$dir/postgres.log" -w -t 60 \
		-o "-c listen_addresses=127.0.0.1 -c port=$pg_port -c unix_socket_directories=$dir -c fsync=off" start >/dev/null
)
wait_for postgres "$bin/pg_isready" -h 127.0.0.1 -p "$pg_port"

redis_port=$(free_port)
redis-server --bind 127.0.0.1 --port "$redis_port" --save '' --appendonly no --dir "$dir" --logfile "$dir/redis.log" &
redis_pid=$!
wait_for redis redis-cli -h 127.0.0.1 -p "$redis_port" ping

export HANDLES_TEST_POSTGRES="postgres://tester@127.0.0.1:$pg_port/postgres?sslmode=disable"
export HANDLES_TEST_REDIS="redis://127.0.0.1:$redis_port/0"
"$@"
