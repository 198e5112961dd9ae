"""Runs OpenStack Swift with its S3 API, all servers in one process, until standard input closes.

Usage: swift.py FOLDER PORT ACCESS_KEY SECRET_KEY, with an access key such as `account:user`. Prints a line when ready.
"""

import sys

import eventlet

# This file is named like the package.
sys.path.pop(0)
eventlet.monkey_patch()

from pathlib import Path

from eventlet import hubs, listen, spawn, wsgi
from swift.common import utils
from swift.common.ring import RingBuilder
from swift.common.wsgi import SwiftHttpProtocol, loadapp

STORAGE_SERVER = """
[DEFAULT]
swift_dir = {folder}
devices = {folder}
mount_check = false
fallocate_reserve = 0
[app:main]
use = egg:swift#{kind}
"""

# After some errors, such as slow answers of a busy machine, Swift leaves a node alone for a minute. There is no other one.
PROXY_SERVER = """
[DEFAULT]
swift_dir = {folder}
[pipeline:main]
pipeline = catch_errors gatekeeper s3api tempauth copy slo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_{user} = {secret_key} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
conn_timeout = 10
node_timeout = 30
error_suppression_limit = 1000000
"""


class NoCache:
    """Stands in for memcached, which Swift requires for logins."""

    def get(self, key, **_):
        return None

    def set(self, key, value, **_):
        pass

    def delete(self, key, **_):
        pass


def serve(socket, config):
    app = loadapp(str(config))

    def with_cache(environment, start_response):
        environment['swift.cache'] = NoCache()
        return app(environment, start_response)

    spawn(wsgi.server, socket, with_cache, protocol=SwiftHttpProtocol, log_output=False)


def write(path, text):
    path.write_text(text)
    return path


def main(folder, port, access_key, secret_key):
    folder = Path(folder)
    (folder / 'disk').mkdir(exist_ok=True)
    write(folder / 'swift.conf', '[swift-hash]\nswift_hash_path_suffix = test\n')
    utils.set_swift_dir(str(folder))
    for kind in ['account', 'container', 'object']:
        socket = listen(('127.0.0.1', 0))
        ring = RingBuilder(1, 1, 0)
        device = {'ip': '127.0.0.1', 'port': socket.getsockname()[1], 'device': 'disk'}
        ring.add_dev({'region': 1, 'zone': 1, 'weight': 1, **device})
        ring.rebalance()
        ring.get_ring().save(str(folder / f'{kind}.ring.gz'))
        serve(socket, write(folder / f'{kind}.conf', STORAGE_SERVER.format(folder=folder, kind=kind)))
    user = access_key.replace(':', '_')
    config = PROXY_SERVER.format(folder=folder, user=user, secret_key=secret_key)
    serve(listen(('127.0.0.1', int(port))), write(folder / 'proxy.conf', config))
    print('ready', flush=True)
    hubs.trampoline(sys.stdin, read=True)


main(*sys.argv[1:])
