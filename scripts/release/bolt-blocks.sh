#!/bin/sh
# bolt-blocks start|keys|plans|reseal|rotate-keys|users [OPTIONS]: runs this release with the Node inside it, in the current folder,
# whose .env has the settings. The process is the server itself, so signals reach it.
here=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$0")")/.." && pwd)
command=${1:-start}
[ $# -gt 0 ] && shift
case $command in
  start) script=server/main.ts ;;
  keys | plans | reseal | rotate-keys | users) script=scripts/$command.ts ;;
  *)
    echo "Usage: bolt-blocks start|keys|plans|reseal|rotate-keys|users [OPTIONS]" >&2
    exit 2
    ;;
esac
exec "$here/node/node" --disable-warning=ExperimentalWarning "$here/$script" "$@"
