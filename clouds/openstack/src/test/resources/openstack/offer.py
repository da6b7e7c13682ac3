"""Offers an image, networks, flavours and two zones of one host each: offer.py [MACHINES]

With a number of machines there is a network `loopback` of as many addresses, from 127.0.0.11 on: what
a server runs can be reached there.
"""
import sys

from as_admin import ask, log_in, session

NOVA = "http://127.0.0.1:18774/v2.1"
GLANCE = "http://127.0.0.1:19292/v2"
NEUTRON = "http://127.0.0.1:19696/v2.0"

log_in()
image = ask("POST", GLANCE + "/images", {
    "name": "orders-node", "disk_format": "raw", "container_format": "bare",
    "visibility": "public"}).json()["id"]
ask("PUT", f"{GLANCE}/images/{image}/file", data=bytes(1024),
    headers={"Content-Type": "application/octet-stream"})
network = ask("POST", NEUTRON + "/networks", {
    "network": {"name": "private", "shared": True}}).json()["network"]["id"]
ask("POST", NEUTRON + "/subnets", {
    "subnet": {"network_id": network, "ip_version": 4, "cidr": "10.77.0.0/16"}})
machines = int(sys.argv[1]) if len(sys.argv) > 1 else 0
if machines:
    loopback = ask("POST", NEUTRON + "/networks", {
        "network": {"name": "loopback", "shared": True}}).json()["network"]["id"]
    ask("POST", NEUTRON + "/subnets", {
        "subnet": {"network_id": loopback, "ip_version": 4, "cidr": "127.0.0.0/24",
                   "enable_dhcp": False, "gateway_ip": None,
                   "allocation_pools": [{"start": "127.0.0.11", "end": f"127.0.0.{10 + machines}"}]}})
for name, memory, processors in (
        ("small", 64, 1),
        ("of-no-host", 100_000_000, 1),
        ("over-quota", 64, 1000)):
    ask("POST", NOVA + "/flavors", {
        "flavor": {"name": name, "ram": memory, "vcpus": processors, "disk": 1}})
for zone, host in (("a", "host1"), ("b", "host2")):
    aggregate = ask("POST", NOVA + "/os-aggregates", {
        "aggregate": {"name": zone, "availability_zone": zone}}).json()["aggregate"]["id"]
    ask("POST", f"{NOVA}/os-aggregates/{aggregate}/action", {"add_host": {"host": host}})
