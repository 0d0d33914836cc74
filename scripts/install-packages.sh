#!/usr/bin/env bash
# Installs Debian packages (requires root) without starting their services: the tests start their own.
#   scripts/install-packages.sh redis-server memcached
set -euo pipefail

policy=/usr/sbin/policy-rc.d
kept=

main() {
  if [ "$(id -u)" != 0 ]; then fail "root is required" "$@"; fi
  if ! command -v apt-get >/dev/null; then fail "apt-get is not available" "$@"; fi
  echo "install-packages: $* …" >&2
  apt-get update -qq >&2 || fail "apt-get update failed" "$@"
  trap restore_policy EXIT
  forbid_services
  # Another program that installs packages, such as automatic upgrades, holds the lock for a while.
  DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends "$@" >/dev/null ||
    fail "apt-get install failed" "$@"
}

fail() {
  local reason=$1
  shift
  echo "install-packages: $reason; install these packages in another way: $*" >&2
  exit 1
}

forbid_services() {
  if [ -e $policy ]; then
    kept=$(mktemp)
    cp -p $policy "$kept"
  fi
  printf '#!/bin/sh\nexit 101\n' >$policy
  chmod +x $policy
}

restore_policy() {
  if [ -n "$kept" ]; then mv "$kept" $policy; else rm -f $policy; fi
}

main "$@"
