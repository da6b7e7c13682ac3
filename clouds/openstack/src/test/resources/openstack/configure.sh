#!/bin/bash
# Writes the configuration of all services: configure.sh ENVIRONMENT FOLDER
set -e
V=$1; B=$2; PW=secret
mkdir -p $B/{keystone,placement,glance,neutron,nova,db,log,lock,images,state}
AUTH="auth_url = http://127.0.0.1:15000/v3
auth_type = password
project_domain_name = Default
user_domain_name = Default
project_name = service
region_name = RegionOne"
KMW="[keystone_authtoken]
www_authenticate_uri = http://127.0.0.1:15000/v3
$AUTH
service_token_roles_required = true"
DB() { echo "connection = sqlite:///$B/db/$1.sqlite?timeout=60"; }
cat > $B/keystone/keystone.conf <<X
[DEFAULT]
log_file = $B/log/keystone.log
[database]
$(DB keystone)
[token]
provider = fernet
expiration = 86400
[fernet_tokens]
key_repository = $B/keystone/fernet
[fernet_receipts]
key_repository = $B/keystone/fernet
[credential]
key_repository = $B/keystone/credential
[identity]
password_hash_rounds = 4
[oslo_messaging_notifications]
driver = noop
X
cat > $B/placement/placement.conf <<X
[DEFAULT]
log_file = $B/log/placement.log
[api]
auth_strategy = keystone
[placement_database]
$(DB placement)
$KMW
username = placement
password = $PW
X
cat > $B/glance/glance-api.conf <<X
[DEFAULT]
log_file = $B/log/glance.log
enabled_backends = fs:file
[glance_store]
default_backend = fs
[fs]
filesystem_store_datadir = $B/images
[database]
$(DB glance)
[paste_deploy]
flavor = keystone
[oslo_messaging_notifications]
driver = noop
[oslo_concurrency]
lock_path = $B/lock
$KMW
service_type = image
username = glance
password = $PW
X
cp $V/etc/glance/glance-api-paste.ini $B/glance/
cat > $B/neutron/neutron.conf <<X
[DEFAULT]
log_file = $B/log/neutron.log
core_plugin = ml2
service_plugins =
auth_strategy = keystone
transport_url = fake:///
state_path = $B/state/neutron
api_paste_config = $V/etc/neutron/api-paste.ini
notify_nova_on_port_status_changes = false
notify_nova_on_port_data_changes = false
dhcp_agent_notification = false
[database]
$(DB neutron)
[quotas]
quota_port = -1
[oslo_concurrency]
lock_path = $B/lock
[oslo_messaging_notifications]
driver = noop
[ml2]
type_drivers = local,flat
tenant_network_types = local
mechanism_drivers = bind_everywhere
extension_drivers = port_security
$KMW
service_type = network
username = neutron
password = $PW
X
cat > $B/nova/nova.conf <<X
[DEFAULT]
log_file = $B/log/nova.log
host = host1
my_ip = 127.0.0.1
transport_url = fake:///
state_path = $B/state/nova
compute_driver = local_process.LocalProcessDriver
enabled_apis = osapi_compute
osapi_compute_workers = 1

sync_power_state_interval = -1
running_deleted_instance_poll_interval = 0
vif_plugging_is_fatal = false
vif_plugging_timeout = 0
[wsgi]
api_paste_config = $V/etc/nova/api-paste.ini
[api_database]
$(DB nova_api)
[database]
$(DB nova_cell1)
[conductor]
workers = 1
[scheduler]
workers = 1
discover_hosts_in_cells_interval = -1
[oslo_concurrency]
lock_path = $B/lock
[oslo_messaging_notifications]
driver = noop
[glance]
endpoint_override = http://127.0.0.1:19292
$AUTH
username = glance
password = $PW
[placement]
$AUTH
username = placement
password = $PW
[neutron]
$AUTH
username = neutron
password = $PW
[service_user]
send_service_user_token = true
$AUTH
username = nova
password = $PW
[cinder]
$AUTH
username = nova
password = $PW
[barbican]
[key_manager]
[quota]
instances = -1
cores = 500
ram = -1
[vnc]
enabled = false
$KMW
service_type = compute
username = nova
password = $PW
X
mkdir -p $B/state/{nova,neutron} $B/keystone/{fernet,credential}
cp $V/etc/nova/api-paste.ini $B/nova/
