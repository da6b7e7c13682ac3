"""Serves the WSGI application of a module: serve.py MODULE PORT"""
import importlib
import os
import signal
import sys

import sqlite_immediate  # noqa: F401, before the services
from cheroot import wsgi

module, port = sys.argv[1], int(sys.argv[2])
sys.argv = [module]
application = importlib.import_module(module).application
server = wsgi.Server(("127.0.0.1", port), application, numthreads=8, request_queue_size=128)
signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
server.start()
