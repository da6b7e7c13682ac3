"""Gives Keystone the users of the services, the catalogue, and a project for Proteus."""
from as_admin import KEYSTONE, ask, log_in

SERVICES = {
    "compute": ("nova", "http://127.0.0.1:18774/v2.1"),
    "placement": ("placement", "http://127.0.0.1:18778"),
    "network": ("neutron", "http://127.0.0.1:19696"),
    "image": ("glance", "http://127.0.0.1:19292"),
}

def make(plural, kind, **values):
    return ask("POST", f"{KEYSTONE}/{plural}", {kind: values}).json()[kind]["id"]


def role(name):
    found = ask("GET", f"{KEYSTONE}/roles?name={name}").json()["roles"]
    return found[0]["id"] if found else make("roles", "role", name=name)


log_in()
project = make("projects", "project", name="service", domain_id="default")
shop = make("projects", "project", name="shop", domain_id="default")
for service_type, (name, url) in SERVICES.items():
    user = make("users", "user", name=name, password="secret", domain_id="default")
    for each in ("admin", "service"):
        ask("PUT", f"{KEYSTONE}/projects/{project}/users/{user}/roles/{role(each)}")
    service = make("services", "service", name=name, type=service_type)
    for interface in ("public", "internal", "admin"):
        make("endpoints", "endpoint", service_id=service, interface=interface, url=url,
             region_id="RegionOne")
user = make("users", "user", name="proteus", password="secret", domain_id="default")
ask("PUT", f"{KEYSTONE}/projects/{shop}/users/{user}/roles/{role('member')}")
