#!/bin/bash
# Makes the databases of all services, with users and catalogue, once: prepare.sh ENVIRONMENT
# Each run starts from a copy of them, as a restart on used ones is refused.
set -euo pipefail
V=$1; B=$V/run; HERE=$(cd -P "$(dirname "$0")" && pwd)
[ -d "$V/template" ] && exit 0
rm -rf "$B"; "$HERE/configure.sh" "$V" "$B"
export PYTHONPATH=$HERE/drivers PYTHONWARNINGS=ignore PYTHONDONTWRITEBYTECODE=1 OS_PLACEMENT_CONFIG_DIR=$B/placement OS_KEYSTONE_CONFIG_DIR=$B/keystone
export PATH=$V/bin:$PATH
KEYSTONE=http://127.0.0.1:15000/v3
keystone() { keystone-manage --config-dir "$B/keystone" "$@"; }
nova() { nova-manage --config-file "$B/nova/nova.conf" "$@"; }
cell() { echo "sqlite:///$B/db/nova_$1.sqlite?timeout=60"; }
{
  keystone db_sync
  keystone fernet_setup --keystone-user "$(id -un)" --keystone-group "$(id -gn)"
  keystone credential_setup --keystone-user "$(id -un)" --keystone-group "$(id -gn)"
  keystone bootstrap --bootstrap-password secret --bootstrap-region-id RegionOne \
    --bootstrap-admin-url $KEYSTONE --bootstrap-public-url $KEYSTONE --bootstrap-internal-url $KEYSTONE
  placement-manage --config-dir "$B/placement" db sync
  glance-manage --config-dir "$B/glance" db_sync
  python "$HERE/neutron_schema.py" "sqlite:///$B/db/neutron.sqlite"
  neutron-db-manage --config-file "$B/neutron/neutron.conf" stamp heads
  nova api_db sync
  nova cell_v2 map_cell0 --database_connection "$(cell cell0)"
  nova cell_v2 create_cell --name cell1 --transport-url fake:/// --database_connection "$(cell cell1)"
  nova db sync
} >"$B/log/prepare.log" 2>&1 || { tail -20 "$B/log/prepare.log" >&2; exit 1; }
for database in "$B"/db/*.sqlite; do
  python -c "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('pragma journal_mode=wal')" "$database"
done
python "$HERE/serve.py" keystone.wsgi.api 15000 >"$B/log/keystone.out" 2>&1 &
trap "kill $!" EXIT
python "$HERE/keystone_users.py"
kill $!; wait $! || true; trap - EXIT
mkdir "$V/template.part"; cp -a "$B/db" "$B/keystone" "$V/template.part/"; mv "$V/template.part" "$V/template"
