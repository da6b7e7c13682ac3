"""Lets writers to SQLite wait for each other. To be imported before the services.

A transaction that reads first and writes later fails with 'database is locked' where another one
wrote in between. Here a transaction begins with its first write, and waits for its turn.
"""
from sqlalchemy import event
from sqlalchemy.engine import Engine


@event.listens_for(Engine, "begin")
def begin_when_writing(connection):
    if connection.dialect.name == "sqlite" and "in_transaction" not in connection.info:
        database = connection.connection.dbapi_connection
        if database.isolation_level != "IMMEDIATE":
            database.isolation_level = "IMMEDIATE"
            database.execute("PRAGMA busy_timeout=60000")
            database.execute("PRAGMA synchronous=OFF")
        connection.info["in_transaction"] = True
