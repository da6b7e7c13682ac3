set -euo pipefail
cd /root

# SECONDS COMMAND...: until it succeeds
await() {
  local tries=$(($1 * 10))
  shift
  until "$@"; do
    [ $((tries -= 1)) -gt 0 ] || { echo "waited in vain for: $*"; cat /root/said; exit 1; }
    sleep 0.1
  done 2>/dev/null
}

# PATH [HEADER]: what the daemon answers, whose address is in /root/said
get() {
  local address
  address=$(sed -n 's/^Serving .* at http:\/\/\([^, ]*\).*/\1/p' /root/said)
  [ -n "$address" ] || return 1
  exec 3<>"/dev/tcp/${address%:*}/${address##*:}"
  printf 'GET %s HTTP/1.1\r\nHost: %s\r\nAccept: */*\r\nConnection: close\r\n%s\r\n' "$1" "$address" "${2:+$2$'\r\n'}" >&3
  timeout 10 cat <&3
  exec 3>&-
}

answers() { get "$@" | grep -q '^HTTP/1.1 200'; }

# FILE: a small cluster of the simulator, twenty times as fast as the clock
simulated() {
  printf '%s\n' 'cluster: {name: orders}' 'engine: {type: simulated}' 'monitor: {period: 5s, samples: 1}' \
    "server: {port: ${PROTEUS_PORT:-0}}" >"$1"
}
