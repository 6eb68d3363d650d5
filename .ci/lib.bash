# Functions that the scripts beside this file source. Bash, under "set -euo pipefail".

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# The JDK of the build also runs the applications.
[ -z "${JAVA_HOME-}" ] || export PATH=$JAVA_HOME/bin:$PATH

# release_of JAVA: the release of a JDK.
release_of() { "$1" -XshowSettings:properties -version 2>&1 | sed -n 's/.*java.specification.version = //p'; }

# jdks: the installed JDKs as lines of release and home, the newest one last.
jdks() {
  local java
  for java in /usr/lib/jvm/*/bin/java; do
    [ ! -x "${java}c" ] || echo "$(release_of "$java") ${java%/bin/java}"
  done | sort -n
}

# packaged NAME: the jar of conformance-server or sample-app for the web server that STACK names: netty (the default),
# tomcat or jetty. Only conformance-server is there for Jetty; the profile "jetty" of its build packages it.
stack=${STACK:-netty}
packaged() {
  local module=$root/$1
  [ -d "$module" ] || module=$root/tests/$1
  case $stack in
    netty) echo "$module/target/$1.jar" ;;
    tomcat) echo "$module/mvc/target/$1.jar" ;;
    jetty) echo "$module/mvc/target/$1-jetty.jar" ;;
    *) echo "STACK=$stack: must be netty, tomcat or jetty" >&2; return 2 ;;
  esac
}

# start LOG COMMAND...
# Starts a Spring Boot application on a free port; sets server_pid and server_port once it answers. The system
# chooses the port, so no other process can take it first. The application may start another server before its own.
start() {
  local log=$1
  shift
  : >"$log"
  # An endpoint that other computers can reach would be reported by a warning.
  SERVER_ADDRESS=localhost SERVER_PORT=0 "$@" >"$log" 2>&1 </dev/null &
  server_pid=$!
  trap stop EXIT
  for ((tick = 0; tick < 900; tick++)); do
    if grep -q ' Started .* in .* seconds' "$log"; then
      server_port=$(sed -n -E 's/.*(Netty|Tomcat|Jetty) started on port ([0-9]+).*/\2/p' "$log" | tail -n 1)
      return 0
    fi
    kill -0 "$server_pid" 2>/dev/null || break
    sleep 0.2
  done
  tail -n 40 "$log" >&2
  echo "did not start: $*" >&2
  return 1
}

# Ends the application that "start" has started, if there is one.
stop() {
  [ -n "${server_pid-}" ] || return 0
  kill "$server_pid" 2>/dev/null || true
  wait "$server_pid" 2>/dev/null || true
  server_pid=
}

# complaints LOG: prints the warnings and errors of a log with their stacks, except the one that a busy machine causes:
# Tomcat finds its first random numbers slow. Fails if there is none.
complaints() {
  awk '/^[0-9-]+T/ { prints = / (WARN|ERROR) / && !/Creation of SecureRandom/; found += prints }
    prints { print NR ": " $0 } END { exit !found }' "$1"
}

# quiet LOG: fails if the log of a build has more than 150 lines, or a warning, an error or a stack, and prints these.
quiet() {
  [ "$(wc -l <"$1")" -le 150 ] &&
    ! grep -nE '^\[(WARNING|ERROR)\]|^[0-9-]+T.* ERROR |^[[:space:]]+at [[:alnum:]_.$/<>]+\(|^Exception in thread ' "$1"
}

# free_port: a port that no process uses at present.
free_port() {
  node -e 'const s = require("net").createServer().listen(0, () => { console.log(s.address().port); s.close(); })'
}

# call_tool URL NAME ARGUMENTS: calls a tool as a client of revision 2026-07-28 does; prints the JSON-RPC response.
call_tool() {
  curl --silent --show-error --max-time 30 "$1" \
    -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' \
    -H 'MCP-Protocol-Version: 2026-07-28' -H 'Mcp-Method: tools/call' -H "Mcp-Name: $2" \
    -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"'"$2"'","arguments":'"$3"',"_meta":{
         "io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}'
}

# copy_sources DIR: copies the tree without the output of builds.
copy_sources() {
  mkdir -p "$1"
  tar -C "$root" --no-wildcards-match-slash --exclude=./.git --exclude=target -cf - . |
    tar -C "$1" -xf -
}

# copy_classes DIR: adds the class files of the build, if there are any, to a copy of the sources; sets "compiled" to the
# options for Maven.
copy_classes() {
  local folder
  compiled=()
  for folder in $(published_folders); do
    [ -d "$root/$folder/target/classes" ] || continue
    mkdir "$1/$folder/target"
    cp -a "$root/$folder/target/classes" "$1/$folder/target"
    compiled=(-Dmaven.main.skip)
  done
}

# library_version DIR: the version of the library in a checkout.
library_version() { sed -n 's|^    <version>\(.*\)</version>.*|\1|p' "$1/pom.xml"; }

# published_folders: the folders of the modules that are published, one a line.
published_folders() {
  (cd "$root" && grep -L -e '<maven.deploy.skip>true' mcp-*/pom.xml starters/*/pom.xml | xargs dirname)
}

# published_modules: their names.
published_modules() { published_folders | xargs -n 1 basename; }

# install_nginx: installs nginx if it is missing (Debian).
install_nginx() {
  export PATH=$PATH:/usr/sbin
  if ! command -v nginx >/dev/null; then
    apt-get -qq -o Acquire::Retries=5 update
    # Runlevel 1 keeps the package from starting a server of its own.
    RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=5 install --no-install-recommends nginx \
      >/dev/null </dev/null
  fi
  nginx -v
}
