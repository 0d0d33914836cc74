// Starts all parts of the cluster from the files in `config/`, in the order that the guide describes.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import {
  clientAddress,
  type DatabaseMachine,
  databaseMachines,
  type Machine,
  machines,
  nodeMachines,
  workerMachines,
} from './machines.ts'
import { createProcesses, type Processes, type ProcessOptions, until } from './processes.ts'

export const ports = { webhooks: 9001, provider: 9002 }
export const siteUrl = `http://${machines.edge}:8080`
const postgresBin = '/usr/lib/postgresql/15/bin'
const templates = join(import.meta.dirname, 'config')
const databaseDiskMegabytes = 768
const workerDiskMegabytes = 256

export type ClusterOptions = {
  /** A folder in memory, for the data of all machines. */
  folder: string
  logFolder: string
  /** The folder of the release that nodes and workers run first. */
  release: string
}

export type Cluster = {
  processes: Processes
  folder: string
  /** An API key of the first user. */
  key: string
  /** The members of the database cluster, by Patroni's answers. */
  members(): Promise<DatabaseMember[]>
  primary(): Promise<DatabaseMachine>
  /** Waits until there is a primary, a synchronous standby, and no member is missing. */
  databaseComplete(seconds: number): Promise<void>
  nodesReady(seconds: number): Promise<void>
  /** Asks the primary, without any part of Dailies. One line for each row. */
  query(statement: string): Promise<string[]>
}

export type DatabaseMember = { name: DatabaseMachine; role: string; state: string }

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, logFolder, release } = options
  const processes = createProcesses(logFolder)
  const variables = { password: secret(), secret: secret(), postgres: postgresBin }
  const owner = idsOf('postgres')

  function render(template: string, machine: Machine, more: Record<string, string> = {}): string {
    const values: Record<string, string> = {
      ...variables,
      ...more,
      name: machine,
      address: machines[machine],
      folder: join(folder, machine),
      config: join(folder, machine, 'config'),
    }
    const text = readFileSync(join(templates, template), 'utf8')
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name]!)
  }

  /** Writes a file of `config/` for a machine and returns its path. */
  function configure(template: string, machine: Machine, more?: Record<string, string>): string {
    const path = join(folder, machine, 'config', template)
    writeFileSync(path, render(template, machine, more))
    if (template.endsWith('.sh')) chmodSync(path, 0o755)
    return path
  }

  for (const machine of workerMachines) mountDisk(join(folder, machine), workerDiskMegabytes)
  for (const machine of Object.keys(machines) as Machine[])
    mkdirSync(join(folder, machine, 'config'), { recursive: true })
  for (const machine of databaseMachines) startDatabaseMachine(machine)
  const storage = await startStorage()
  await until('a primary with a synchronous standby', 90, async () => isComplete(await members()))

  function startDatabaseMachine(machine: DatabaseMachine): void {
    mountDisk(join(folder, machine, 'postgres'), databaseDiskMegabytes)
    const env = { PATH: process.env.PATH, ETCD_UNSUPPORTED_ARCH: process.arch }
    const begin = (name: string, command: string[]) =>
      processes.start({ name: `${name}-${machine}`, machine, command, user: 'postgres', env })
    begin('etcd', ['etcd', '--config-file', configure('etcd.yml', machine)])
    configure('create-database.sh', machine)
    const patroni = configure('patroni.yml', machine)
    const replicaof = machine === 'db1' ? '' : `replicaof ${machines.db1} 6379`
    const redis = configure('redis.conf', machine, { replicaof })
    const sentinel = configure('sentinel.conf', machine)
    own(join(folder, machine))
    begin('patroni', ['patroni', patroni])
    begin('redis', ['redis-server', redis])
    begin('sentinel', ['redis-sentinel', sentinel])
  }

  function own(path: string): void {
    chownSync(path, owner.uid, owner.gid)
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const inside = join(path, entry.name)
      if (entry.isDirectory()) own(inside)
      else chownSync(inside, owner.uid, owner.gid)
    }
  }

  /** Returns the settings of the storage, which the script prints when it is ready. */
  async function startStorage(): Promise<Record<string, string>> {
    const env = { ...process.env, S3_TEST_HOST: machines.storage, TMPDIR: join(folder, 'storage') }
    const script = join(import.meta.dirname, '../scripts/s3-test-server.sh')
    processes.start({ name: 'storage', machine: 'storage', command: [script], env })
    return until('the storage', 60, async () => {
      const log = readFileSync(join(logFolder, 'storage.log'), 'utf8')
      const lines = log.split('\n').filter((line) => line.startsWith('export '))
      if (lines.length < 3) return undefined
      // The shell quotes the values with backslashes.
      return parseEnv(
        lines.map((line) => line.replace('export ', '').replaceAll('\\', '')).join('\n'),
      ) as Record<string, string>
    })
  }

  /** The command of a node or worker. */
  function member(machine: Machine, command: string): ProcessOptions {
    const file = configure('dailies.env', machine, { storage: storage.TEST_S3_URL! })
    const many = 'default=1000000,tier2=1000000,tier3=1000000,tier4=1000000'
    const env = {
      ...(parseEnv(readFileSync(file, 'utf8')) as Record<string, string>),
      ...storage,
      PATH: process.env.PATH,
      HOME: join(folder, machine),
      TMPDIR: join(folder, machine),
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      // For the test only: the clients are fast, and everything is on private addresses.
      RATE_LIMITS: `${many},auth=1000000`,
      LOG_LEVEL: 'info',
      DISK_RESERVE_MB: '16',
      MEDIA_CONCURRENCY: '1',
      MEDIA_QUICK_CONCURRENCY: '1',
      WEBHOOK_ALLOW_HOSTS: `${clientAddress}:${ports.webhooks}`,
      OPENAI_API_KEY: 'sk-cluster',
      OPENAI_BASE_URL: `http://${clientAddress}:${ports.provider}/v1`,
    }
    return { name: machine, machine, command: commandOf(command), env, cwd: release }
  }

  for (const machine of [...nodeMachines, ...workerMachines]) {
    const file = configure('haproxy-node.cfg', machine)
    processes.start({ name: `haproxy-${machine}`, machine, command: ['haproxy', '-db', '-f', file] })
  }
  // The first node migrates and creates the first key.
  processes.start(member('node1', 'serve'))
  await nodeReady('node1', 60)
  for (const machine of nodeMachines.slice(1)) processes.start(member(machine, 'serve'))
  for (const machine of workerMachines) processes.start(member(machine, 'worker'))
  cpSync(join(templates, 'unavailable.http'), join(folder, 'edge/config/unavailable.http'))
  const edge = configure('haproxy-edge.cfg', 'edge')
  processes.start({ name: 'haproxy-edge', machine: 'edge', command: ['haproxy', '-db', '-f', edge] })

  const cluster: Cluster = {
    processes,
    folder,
    key: await until('the first key', 30, async () => firstKey(join(folder, 'node1/data/first-start.txt'))),
    members,
    async primary() {
      return until('a primary', 60, async () => (await members()).find(isPrimary)?.name)
    },
    async databaseComplete(seconds) {
      await until('a complete database cluster', seconds, async () => isComplete(await members()))
    },
    async nodesReady(seconds) {
      await Promise.all(nodeMachines.map((machine) => nodeReady(machine, seconds)))
    },
    async query(statement) {
      const url = `postgresql://postgres:${variables.password}@${machines[await cluster.primary()]}/dailies`
      const rows = execFileSync('psql', ['-AtX', '-c', statement, url], { encoding: 'utf8' })
      return rows.trim().split('\n')
    },
  }
  await cluster.nodesReady(60)
  await until('the edge', 30, async () => (await ask(`${siteUrl}/readyz`)).status === 200)
  return cluster
}

/** A disk in memory, small enough to be filled. */
function mountDisk(folder: string, megabytes: number): void {
  mkdirSync(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'disk', folder])
}

export function commandOf(command: string): string[] {
  const build = command === 'serve' ? ['--no-build'] : []
  return [process.execPath, 'server/src/main.ts', command, ...build]
}

/** Ready means that the node misses nothing: `degraded` is 200 as well. */
async function nodeReady(machine: Machine, seconds: number): Promise<void> {
  await until(`${machine} ready`, seconds, async () => {
    const response = await ask(`http://${machines[machine]}:8080/readyz`)
    const body = (await response.json()) as { status: string }
    return response.status === 200 && body.status === 'ready'
  })
}

async function members(): Promise<DatabaseMember[]> {
  for (const machine of databaseMachines) {
    const response = await ask(`http://${machines[machine]}:8008/cluster`).catch(() => undefined)
    if (response?.ok) return ((await response.json()) as { members: DatabaseMember[] }).members
  }
  return []
}

const isPrimary = ({ role, state }: DatabaseMember) => role === 'leader' && state === 'running'

function isComplete(all: DatabaseMember[]): boolean {
  const standbys = all.filter(({ role }) => role === 'sync_standby' || role === 'replica')
  return (
    all.some(isPrimary) &&
    standbys.length === 2 &&
    standbys.some(({ role }) => role === 'sync_standby') &&
    standbys.every(({ state }) => state === 'running' || state === 'streaming')
  )
}

function ask(url: string): Promise<Response> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) })
}

function firstKey(file: string): string {
  return /Bearer (rvk_\w+)/.exec(readFileSync(file, 'utf8'))![1]!
}

function idsOf(user: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function secret(): string {
  return randomBytes(24).toString('hex')
}
