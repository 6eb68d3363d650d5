# Functions that the scripts beside this file source. Bash, under "set -euo pipefail".

source "$(dirname "${BASH_SOURCE[0]}")/../.ci/lib.bash"
benchmarks=$root/benchmarks

# The programs that use this library, and those written by hand.
programs=(
  servers/bare servers/bare-mvc servers/ours servers/ours-mvc servers/ours-checked servers/ours-observed
  servers/ours-secured
)

# need COMMAND PACKAGE: installs a Debian package unless the command is there.
need() {
  command -v "$1" >/dev/null && return
  echo "== installing $2" >&2
  apt-get -qq update
  DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends "$2" >/dev/null </dev/null
}

# newest_jdk: prints the home of the newest JDK among the installed ones and that of JAVA_HOME.
newest_jdk() {
  local release home
  read -r release home < <({
    jdks
    [ -z "${JAVA_HOME-}" ] || [ ! -x "$JAVA_HOME/bin/javac" ] || echo "$(release_of "$JAVA_HOME/bin/java") $JAVA_HOME"
  } | sort -n | tail -n 1) || true
  [ "${release:-0}" -ge 21 ] || { echo "a JDK 21 or newer is required" >&2; return 1; }
  echo "$home"
}

# use_jdk HOME: lets this JDK run the servers; the build before it has used its own.
use_jdk() { export JAVA_HOME=$1 PATH=$1/bin:$PATH; }

# build MODULES...: packages programs and the library. What cannot be built has no jar afterwards.
build() {
  local module
  for module; do rm -f "$benchmarks/$module"/target/*.jar "$benchmarks/$module"/target/quarkus-app/quarkus-run.jar; done
  (cd "$root" && ./mvnw -B -ntp -q -f benchmarks -am -DskipTests --fail-at-end package -pl "$(IFS=,; echo "$*")")
}
