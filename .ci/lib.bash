# What the scripts beside this file share; they source it. Bash, under "set -euo pipefail".

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# The JDK that builds is the JDK that runs.
[ -z "${JAVA_HOME-}" ] || export PATH=$JAVA_HOME/bin:$PATH

# start LOG COMMAND...
# Starts a Spring Boot application on a free port; sets server_pid and server_port once it answers. Asking for port 0
# and reading what became of it leaves no moment in which somebody else could take the port.
start() {
  local log=$1
  shift
  : >"$log"
  SERVER_PORT=0 "$@" >"$log" 2>&1 </dev/null &
  server_pid=$!
  trap stop EXIT
  for ((tick = 0; tick < 900; tick++)); do
    server_port=$(sed -n 's/.*Netty started on port \([0-9]*\).*/\1/p' "$log")
    [ -z "$server_port" ] || return 0
    kill -0 "$server_pid" 2>/dev/null || break
    sleep 0.2
  done
  tail -n 40 "$log" >&2
  echo "did not start: $*" >&2
  return 1
}

# Ends the application that "start" began, if there is one.
stop() {
  [ -n "${server_pid-}" ] || return 0
  kill "$server_pid" 2>/dev/null || true
  wait "$server_pid" 2>/dev/null || true
  server_pid=
}

# call_tool URL NAME ARGUMENTS: calls a tool as a client of revision 2026-07-28 does; prints the JSON-RPC response.
call_tool() {
  curl --silent --show-error --max-time 30 "$1" \
    -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' \
    -H 'MCP-Protocol-Version: 2026-07-28' -H 'Mcp-Method: tools/call' -H "Mcp-Name: $2" \
    -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"'"$2"'","arguments":'"$3"',"_meta":{
         "io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}'
}

# copy_sources DIR: copies the tree without what builds have left in it.
copy_sources() {
  mkdir -p "$1"
  tar -C "$root" --no-wildcards-match-slash --exclude=./.git --exclude=./target --exclude='./*/target' -cf - . |
    tar -C "$1" -xf -
}
