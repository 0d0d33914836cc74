#!/usr/bin/env bash
# A real S3 server for tests: OpenStack Swift with its s3api, from Debian's packages, on free ports of the loopback
# interface, with everything it writes in a temporary folder that is removed at the end.
#   scripts/s3-test-server.sh npm test     runs a command with TEST_S3_URL and the AWS variables set
#   scripts/s3-test-server.sh              prints them as `export` lines and serves until Ctrl-C
# S3_TEST_HOST is the address that the S3 server listens on; default: 127.0.0.1.
set -euo pipefail

programs=(swift-proxy-server swift-account-server swift-container-server swift-object-server memcached)
# Debian's swift is installed for the interpreter of the system, which need not be the first on the PATH.
python=/usr/bin/python3
packages=(swift-proxy swift-account swift-container swift-object memcached)
region=us-east-1
bucket=dailies-test
host=${S3_TEST_HOST:-127.0.0.1}

main() {
  install_packages
  folder=$(mktemp -d "${TMPDIR:-/tmp}/dailies-s3.XXXXXX")
  pids=()
  trap stop EXIT
  # A signal ends the wait below; the trap on EXIT does the rest.
  trap 'exit 130' INT TERM HUP
  read -r proxy account container object cache < <(free_ports 5)
  write_settings
  start_servers
  export TEST_S3_URL="s3://$bucket?endpoint=http%3A%2F%2F$host%3A$proxy&region=$region"
  export AWS_ACCESS_KEY_ID=test:tester AWS_SECRET_ACCESS_KEY=testing
  create_bucket
  if [ $# -gt 0 ]; then
    "$@" &
    pids+=($!)
    wait $!
  else
    for name in TEST_S3_URL AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY; do printf 'export %s=%q\n' "$name" "${!name}"; done
    wait
  fi
}

install_packages() {
  local program
  for program in "${programs[@]}"; do
    if ! command -v "$program" >/dev/null; then
      "$(dirname "$0")/install-packages.sh" "${packages[@]}"
      return
    fi
  done
}

free_ports() {
  $python - "$1" <<'PYTHON'
import socket, sys
sockets = [socket.socket() for _ in range(int(sys.argv[1]))]
for s in sockets: s.bind(('127.0.0.1', 0))
print(*(s.getsockname()[1] for s in sockets))
PYTHON
}

write_settings() {
  mkdir -p "$folder/devices/d1"
  printf '[swift-hash]\nswift_hash_path_suffix = test\nswift_hash_path_prefix = test\n' >"$folder/swift.conf"
  # One process for the three rings: `swift-ring-builder` would take a second for each of nine steps.
  $python - "$folder" "account=$account" "container=$container" "object=$object" <<'PYTHON'
import sys
from swift.common.ring import RingBuilder
for kind, port in (argument.split('=') for argument in sys.argv[2:]):
    address = {'ip': '127.0.0.1', 'port': int(port), 'replication_ip': '127.0.0.1', 'replication_port': int(port)}
    builder = RingBuilder(4, 1, 0)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'device': 'd1', 'weight': 1, 'meta': '', **address})
    builder.rebalance()
    builder.get_ring().save(f'{sys.argv[1]}/{kind}.ring.gz')
PYTHON
  local kind
  for kind in account container object; do
    cat >"$folder/$kind-server.conf" <<SETTINGS
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${!kind}
swift_dir = $folder
devices = $folder/devices
mount_check = false
disable_fallocate = true
fallocate_reserve = 0
user = $(id -un)
workers = 0
[pipeline:main]
pipeline = $kind-server
[app:$kind-server]
use = egg:swift#$kind
SETTINGS
  done
  write_proxy_settings
}

write_proxy_settings() {
  # As many parts as S3 allows: Swift's own limit is 1,000.
  cat >"$folder/proxy-server.conf" <<SETTINGS
[DEFAULT]
bind_ip = $host
bind_port = $proxy
swift_dir = $folder
user = $(id -un)
workers = 0
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth copy slo dlo symlink proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:s3api]
use = egg:swift#s3api
location = $region
max_upload_part_num = 10000
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:slo]
use = egg:swift#slo
max_manifest_segments = 10000
max_manifest_size = 8388608
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:$cache
$(for name in catch_errors gatekeeper healthcheck listing_formats bulk copy dlo symlink; do
    printf '[filter:%s]\nuse = egg:swift#%s\n' $name $name
  done)
SETTINGS
}

start_servers() {
  local user=()
  [ "$(id -u)" = 0 ] && user=(-u root)
  memcached -l 127.0.0.1 -p "$cache" -U 0 -m 16 "${user[@]}" &
  pids+=($!)
  local kind
  for kind in account container object proxy; do
    # swift.conf is looked for in /etc/swift only; this points it to our folder.
    $python - "$folder" "$kind" "$folder/$kind-server.conf" >"$folder/$kind.log" 2>&1 <<'PYTHON' &
import sys
from swift.common import utils
folder, kind, conf = sys.argv[1:]
utils.SWIFT_CONF_FILE = folder + '/swift.conf'
from swift.common.wsgi import run_wsgi
options = {}
if kind == 'object':
    from swift.obj import server
    options['global_conf_callback'] = server.global_conf_callback
sys.exit(run_wsgi(conf, kind + '-server', verbose=True, **options))
PYTHON
    pids+=($!)
  done
  local port
  for port in "$account" "$container" "$object"; do await_port 127.0.0.1 "$port"; done
  await_port "$host" "$proxy"
}

await_port() {
  for _ in $(seq 300); do
    if (: <"/dev/tcp/$1/$2") 2>/dev/null; then return; fi
    sleep 0.1
  done
  echo "s3-test-server: nothing listens on $1:$2; the logs:" >&2
  tail -n 20 "$folder"/*.log >&2
  exit 1
}

# Through Swift's own interface, which needs no client: a container is a bucket.
create_bucket() {
  $python - "http://$host:$proxy" "$bucket" <<'PYTHON'
import sys
from urllib.request import Request, urlopen
base, bucket = sys.argv[1:]
login = urlopen(Request(base + '/auth/v1.0', headers={'X-Storage-User': 'test:tester', 'X-Storage-Pass': 'testing'}))
token = login.headers['X-Auth-Token']
urlopen(Request(f'{base}/v1/AUTH_test/{bucket}', method='PUT', headers={'X-Auth-Token': token}))
PYTHON
}

stop() {
  kill "${pids[@]}" 2>/dev/null || true
  wait "${pids[@]}" 2>/dev/null || true
  rm -rf "$folder"
}

main "$@"
