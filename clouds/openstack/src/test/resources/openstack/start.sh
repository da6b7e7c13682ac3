#!/bin/bash
# Runs all services on loopback until its input ends: start.sh ENVIRONMENT [HOSTS [BOOT_SECONDS [MACHINES]]]
set -euo pipefail
V=$1; B=$V/run; HERE=$(cd -P "$(dirname "$0")" && pwd)
exec 9>"$V/lock"; flock -w 600 9
rm -rf "$B"; "$HERE/configure.sh" "$V" "$B"
rm -rf "$B/db" "$B/keystone"; cp -a "$V/template/db" "$V/template/keystone" "$B/"
export PYTHONPATH=$HERE/drivers PYTHONWARNINGS=ignore PYTHONDONTWRITEBYTECODE=1 PATH=$V/bin:$PATH
export OS_NOVA_CONFIG_DIR=$B/nova OS_KEYSTONE_CONFIG_DIR=$B/keystone OS_PLACEMENT_CONFIG_DIR=$B/placement
export OS_GLANCE_CONFIG_DIR=$B/glance OS_NEUTRON_CONFIG_FILES=$B/neutron/neutron.conf OS_NEUTRON_CONFIG_DIR=/
export BOOT_SECONDS=${3:-0}
started=()
end() { kill "${started[@]}" 2>/dev/null || true; wait; }
trap end EXIT
run() { python "$HERE/$1.py" "${@:2}" >"$B/log/$1-${*: -1}.out" 2>&1 9>&- & started+=($!); }
answers() {
  for _ in $(seq 300); do
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null && return 0
    sleep 0.2
  done
  echo "nothing answers on port $1, see $B/log" >&2; exit 1
}
run serve keystone.wsgi.api 15000; run serve placement.wsgi.api 18778
run serve glance.wsgi.api 19292; run serve neutron.wsgi.api 19696
answers 15000; answers 18778
run nova_services 18774 "${2:-2}"
answers 19292; answers 19696; answers 18774
python "$HERE/offer.py" "${4:-0}"
echo ready
cat >/dev/null
