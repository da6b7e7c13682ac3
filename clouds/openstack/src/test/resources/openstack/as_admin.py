"""Requests with an administrator's token."""
import time

import requests

KEYSTONE = "http://127.0.0.1:15000/v3"
session = requests.Session()


def ask(method, address, body=None, **others):
    answer = session.request(method, address, json=body, **others)
    assert answer.ok, (address, answer.status_code, answer.text)
    return answer


def until_it_answers():
    end = time.monotonic() + 60
    while True:
        try:
            return session.get(KEYSTONE)
        except requests.ConnectionError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def log_in():
    until_it_answers()
    default = {"name": "Default"}
    answer = ask("POST", KEYSTONE + "/auth/tokens", {"auth": {
        "identity": {"methods": ["password"], "password": {
            "user": {"name": "admin", "domain": default, "password": "secret"}}},
        "scope": {"project": {"name": "admin", "domain": default}}}})
    session.headers["X-Auth-Token"] = answer.headers["X-Subject-Token"]
