# Functions of .ci/run and .ci/nightly. Bash, under "set -euo pipefail", sourced with the names of the steps to run as
# arguments: none means all. Each step has a log, target/ci/NAME.log.

source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"
cd "$root"
logs=$root/target/ci
results=$logs/steps.txt
selected=("$@")
export MAVEN_ARGS="${MAVEN_ARGS:+$MAVEN_ARGS }-B"

# Most JVMs of the checks end before code of the C2 compiler would pay off; those under load use it.
java_options=${JDK_JAVA_OPTIONS-}
short_lived="${java_options:+$java_options }-XX:TieredStopAtLevel=1"

# begin: makes way for new results; with names of steps, the other results stay.
begin() {
  if [ ${#selected[@]} -eq 0 ]; then
    rm -rf "$logs"
    # Reports of an earlier run would be counted again.
    rm -rf ./*/target/surefire-reports ./tests/*/target/surefire-reports
  fi
  mkdir -p "$logs"
  : >"$results"
}

# step NAME COMMAND...: runs a command, and shows how it ended and the end of its log.
step() {
  local name=$1 status=0 start=$SECONDS outcome=passed lines=3 group
  shift
  [ ${#selected[@]} -eq 0 ] || [[ " ${selected[*]} " == *" $name "* ]] || return 0
  # A separate process group, so that the end of a step, or of this script, ends all processes of the step.
  set -m
  "$@" >"$logs/$name.log" 2>&1 </dev/null &
  group=$!
  set +m
  trap 'end_group '"$group" EXIT
  wait "$group" || status=$?
  end_group "$group"
  trap - EXIT
  [ "$status" = 0 ] || { outcome="FAILED with status $status"; lines=60; }
  printf '%-20s %5d  %s\n' "$name" $((SECONDS - start)) "$outcome" >>"$results"
  # One write for each step, because two lanes print.
  echo "== $name: $outcome after $((SECONDS - start)) s
$(tail -n "$lines" "$logs/$name.log" | cut -c 1-1000 | sed 's/^/   /')"
  [ "$status" = 0 ]
}

# end_group PID: ends the processes of a group.
end_group() {
  kill -- "-$1" 2>/dev/null || return 0
  for ((tick = 0; tick < 50; tick++)); do
    kill -0 -- "-$1" 2>/dev/null || return 0
    sleep 0.2
  done
  kill -KILL -- "-$1" 2>/dev/null || true
}

# lanes FUNCTION...: runs functions of steps at the same time.
lanes() {
  local lane pids=()
  for lane; do
    (trap 'exit 143' TERM INT HUP; "$lane") &
    pids+=($!)
  done
  trap 'kill ${pids[*]} 2>/dev/null; wait; exit 143' TERM INT HUP
  wait "${pids[@]}" || true
  trap - TERM INT HUP
}

# tests STACK EXTENT NAME [OPTION...]: runs tests on a web server with the class files of the build. NAME distinguishes
# the reports. One module at a time, because another lane runs. The tests of a module run even if those of a module that
# it uses have failed, which only Maven's output tells then.
tests() {
  local stack=$1 extent=$2 name=$3
  shift 3
  ./mvnw -T1 test -Dmaven.test.failure.ignore "-Dmcp.tests.stack=$stack" "-Dmcp.tests.extent=$extent" \
    "-Dsurefire.reportNameSuffix=$name" "$@" |
    awk '{ print; fflush() } /^\[ERROR\]/ { failed = 1 } END { exit failed }'
}

# newest_java: the newest JDK of this machine, or that of the build.
newest_java() { jdks | tail -n 1 | cut -d ' ' -f 2; }

# newest: the option with which Maven runs the tests on it.
newest() { echo "-Djvm=$(newest_java)/bin/java"; }

# count: sums the tests of all modules, as Surefire reports them.
count() {
  find . -path '*/target/surefire-reports/TEST-*.xml' -exec sed -n 's/.*<testsuite [^>]*/&/p' {} + |
    awk '{
      for (i = 1; i <= NF; i++) if (split($i, part, "\"") > 1) of[part[1]] = part[2]
      run += of["tests="]; bad += of["failures="] + of["errors="]; skipped += of["skipped="]
    } END { printf "%d passed, %d failed, %d skipped\n", run - bad - skipped, bad, skipped }'
}

# failures: names the tests that failed in all modules, and why.
failures() {
  find . -path '*/target/surefire-reports/TEST-*.xml' -exec awk '
    /<testcase / { test = $0 }
    /<(failure|error)[ >]/ {
      gsub(/.* name="|" classname="|" time=.*/, " ", test)
      reason = $0
      sub(/.*message="/, "", reason)
      sub(/" type=.*/, "", reason)
      print "   FAILED" test substr(reason, 1, 300)
    }' {} +
}

# finish: prints a table of the steps and the number of tests; fails if a step has failed.
finish() {
  failures
  echo "== step               seconds  outcome, after $SECONDS s in all"
  sort -k 3,3 -k 1,1 "$results"
  count
  [ -s "$results" ] && ! grep -q FAILED "$results"
}

packages=()
need() { command -v "$1" >/dev/null || packages+=("$2"); }

need javac openjdk-17-jdk-headless
need curl curl
need npm npm
need redis-server redis-server
# Without it, the tests of the module for Redis are skipped elsewhere.
export MCP_TESTS_NEED_REDIS=1
# The sample's charts are drawn with the fonts of the system.
need fc-list fontconfig
[ -n "$(fc-list 2>/dev/null | head -n 1)" ] || packages+=(fonts-dejavu-core)

# install_packages: installs what "need" has found missing (Debian).
install_packages() {
  [ ${#packages[@]} -gt 0 ] || return 0
  echo "== installing ${packages[*]}"
  apt-get -qq -o Acquire::Retries=5 update
  DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=5 install --no-install-recommends "${packages[@]}" \
    >/dev/null </dev/null
}
