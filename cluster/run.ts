// `npm run cluster`: builds the cluster of docs/guides/high-availability.md on this machine, breaks it under load, and
// checks that nothing acknowledged is lost. It needs Debian, root, and the packages of `packages`.
//   npm run cluster                        5 faults of each kind
//   npm run cluster -- --quick             fewer, in less than 5 minutes, for CI
//   npm run cluster -- --long              100 of each kind, for a night
//   npm run cluster -- --long --minutes=120    as many of each kind as fit: no fault begins after these minutes
//   npm run cluster -- --kinds=kill,cut --times=20
//   npm run cluster -- --kinds=kill --times=20 --only=Patroni    those whose name contains the text
//   npm run cluster -- --from=v1.2.0       the commit that `upgrade` starts from; default: the one before HEAD
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { kinds, type Times } from './faults.ts'
import { runFaults } from './run-faults.ts'

const root = join(import.meta.dirname, '..')
const packages = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  'redis-server': 'redis-server',
  'redis-sentinel': 'redis-sentinel',
  nft: 'nftables',
  ip: 'iproute2',
  'swift-proxy-server': 'swift-proxy',
}

/** How many faults of each kind `--quick` makes: five of each would take 20 minutes. */
const quick: Record<string, number> = {
  ...{ upgrade: 1, kill: 3, pause: 2, cut: 2, primary: 2, disk: 1, storage: 1, redis: 1, restart: 0 },
}

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    kinds: { type: 'string' },
    times: { type: 'string' },
    minutes: { type: 'string' },
    only: { type: 'string', default: '' },
    from: { type: 'string', default: 'HEAD^' },
    /** Set by the parent process: this process has namespaces of its own. */
    inside: { type: 'boolean', default: false },
  },
})

process.exitCode = await (values.inside ? runInside() : runOutside()).catch((error) => {
  console.error('cluster:', error)
  return 1
})

/** Installs what is missing, and starts this program again where it cannot harm the machine. */
async function runOutside(): Promise<number> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    console.error('cluster: needs root on Linux, for network namespaces')
    return 1
  }
  const missing = Object.entries(packages).filter(([program]) => !isInstalled(program))
  if (missing.length > 0) {
    const names = missing.map(([, name]) => name)
    const extra = names.includes('swift-proxy')
      ? ['swift-account', 'swift-container', 'swift-object', 'memcached']
      : []
    const script = join(root, 'scripts/install-packages.sh')
    if (spawnSync(script, [...names, ...extra], { stdio: 'inherit' }).status !== 0) return 1
  }
  // All processes end with this namespace, however this program ends. Its first process must be one that reaps orphans:
  // Patroni waits until Postgres, which is one, is gone.
  const namespaces = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
  const again = [process.execPath, ...process.argv.slice(1), '--inside']
  const init = ['bash', '-c', '"$@" & wait $!', 'init']
  const child = spawn('unshare', [...namespaces, ...init, ...again], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGKILL'))
  return new Promise((done) => child.on('exit', (code) => done(code ?? 1)))
}

function isInstalled(program: string): boolean {
  if (program.startsWith('/')) return existsSync(program)
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
}

async function runInside(): Promise<number> {
  const logFolder = join(tmpdir(), 'dailies-cluster-logs')
  rmSync(logFolder, { recursive: true, force: true })
  mkdirSync(logFolder)
  const mode = values.quick ? 'quick' : values.long ? 'long' : 'normal'
  const chosen = values.kinds?.split(',') ?? Object.keys(kinds)
  const unknown = chosen.find((kind) => !Object.hasOwn(kinds, kind))
  if (unknown) {
    console.error(`cluster: "${unknown}" is not a kind of fault; there are ${Object.keys(kinds).join(', ')}`)
    return 2
  }
  const timesOf = (kind: string) => {
    if (values.times !== undefined) return Number(values.times)
    return mode === 'quick' ? quick[kind]! : mode === 'long' ? 100 : 5
  }
  // An installation is upgraded from the previous release once.
  const counts = chosen.map((kind) => (kind === 'upgrade' ? Math.min(1, timesOf(kind)) : timesOf(kind)))
  const groups = chosen.map((kind, i) => Array.from({ length: counts[i]! }, (_, n) => kinds[kind]!(n)))
  // The first fault of every kind, then the second of every kind: a run that time ends has met all of them.
  const turns = Array.from({ length: Math.max(...counts) }, (_, n) =>
    groups.flatMap((group) => group.slice(n, n + 1)),
  )
  // `--quick` ends by itself, and keeps the order that CI has always run.
  const plan = (mode === 'quick' ? groups : turns).flat().filter(({ name }) => name.includes(values.only))
  const times: Times = {
    fault: mode === 'quick' ? 5 : 8,
    outage: mode === 'quick' ? 15 : 60,
    newRelease: root,
  }
  const minutes = values.minutes === undefined ? undefined : Number(values.minutes)
  const passed = await runFaults({ root, logFolder, plan, times, from: values.from, minutes })
  // The parts of the cluster still run: they end with the namespace.
  process.exit(passed ? 0 : 1)
}
