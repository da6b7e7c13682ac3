"""A driver of Nova whose servers are processes of this machine, each with its user data as script.

What a script starts runs on after it, until the server is deleted; a server whose script fails is
shut down. The name and address of the server are in VM_NAME and VM_IP, and `hostname` tells them. A
script with the line `# fails` cannot be started, and one with `# never boots` is being started for
as long as anybody waits.
"""
import base64
import os
import signal
import subprocess
import time

from nova import exception
from nova.compute import power_state
from nova.virt import fake, hardware


# A machine stays on after its script; one whose script fails goes off with all that runs on it.
MACHINE = '/bin/sh -c "$1" || kill -s KILL 0; exec sleep 604800'
PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")


class LocalProcessDriver(fake.FakeDriver):
    processes = {}

    def spawn(self, context, instance, image_meta, injected_files, admin_password, allocations,
              network_info=None, block_device_info=None, **others):
        script = base64.b64decode(instance.user_data or "").decode()
        if "# fails" in script:
            raise exception.InstanceDeployFailure(reason="the script says so")
        if "# never boots" in script:
            time.sleep(600)
        time.sleep(float(os.environ.get("BOOT_SECONDS", "0")))
        super().spawn(context, instance, image_meta, injected_files, admin_password, allocations,
                      network_info, block_device_info, **others)
        address = network_info[0].fixed_ips()[0]["address"] if network_info else ""
        self.processes[instance.uuid] = subprocess.Popen(
            ["/bin/sh", "-c", MACHINE, "machine", script or ":"], start_new_session=True,
            env=dict(os.environ, VM_IP=str(address), VM_NAME=instance.display_name,
                     PATH=PROGRAMS + os.pathsep + os.environ["PATH"]))

    def destroy(self, context, instance, *others, **named):
        process = self.processes.pop(instance.uuid, None)
        if process and process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        super().destroy(context, instance, *others, **named)

    def get_info(self, instance, use_cache=True):
        process = self.processes.get(instance.uuid)
        if process is not None and process.poll() is not None:
            return hardware.InstanceInfo(state=power_state.SHUTDOWN)
        return super().get_info(instance, use_cache)

    @classmethod
    def end_all(cls):
        for process in cls.processes.values():
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
