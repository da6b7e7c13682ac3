"""Nova's API, conductor, scheduler and computes in one process: nova_services.py PORT HOSTS

The calls between them do not leave the process, so no message broker is needed.
"""
import os
import signal
import sys

here = os.path.dirname(os.path.abspath(__file__))
import sqlite_immediate  # noqa: E402, F401

port, hosts = int(sys.argv[1]), int(sys.argv[2])
sys.argv = ["nova"]
os.environ["OS_NOVA_DISABLE_EVENTLET_PATCHING"] = "true"
os.environ["OS_NOVA_CONFIG_FILES"] = "api-paste.ini;nova.conf"
from nova import monkey_patch  # noqa: E402

monkey_patch.patch(backend="threading")
import nova.conf  # noqa: E402
import nova.virt  # noqa: E402

nova.virt.__path__.append(os.path.join(here, "virt"))
import os_vif  # noqa: E402
from cheroot import wsgi  # noqa: E402
from nova import context, service  # noqa: E402
from nova.api.openstack import wsgi_app  # noqa: E402
from nova.compute import rpcapi as compute  # noqa: E402
from nova.conductor import rpcapi as conductor  # noqa: E402
from nova.objects import host_mapping  # noqa: E402
from nova.scheduler import rpcapi as scheduler  # noqa: E402
from nova.virt import local_process  # noqa: E402

application = wsgi_app.init_application("osapi_compute", "nova-api-os-compute")
os_vif.initialize()
service.Service.create(binary="nova-conductor", topic=conductor.RPC_TOPIC).start()
service.Service.create(binary="nova-scheduler", topic=scheduler.RPC_TOPIC).start()
state = nova.conf.CONF.state_path
for number in range(1, hosts + 1):
    host, folder = f"host{number}", f"{state}/host{number}"
    os.makedirs(folder, exist_ok=True)
    nova.conf.CONF.set_override("host", host)
    nova.conf.CONF.set_override("state_path", folder)
    service.Service.create(
        binary="nova-compute", topic=compute.RPC_TOPIC,
        topic_alt=getattr(compute, "RPC_TOPIC_ALT", None), host=host).start()
host_mapping.discover_hosts(context.get_admin_context())


def end(*_):
    local_process.LocalProcessDriver.end_all()
    os._exit(0)


signal.signal(signal.SIGTERM, end)
wsgi.Server(("127.0.0.1", port), application, numthreads=8, request_queue_size=128).start()
