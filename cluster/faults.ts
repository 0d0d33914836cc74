// The faults. Each is injected while the clients work, and ends without a human: what was stopped runs again, what was
// cut is connected, what was filled is freed. Recovery is measured from there.
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  allMachines,
  cutLink,
  databaseMachines,
  type Machine,
  nodeMachines,
  processesOf,
  restoreLink,
  workerMachines,
} from './machines.ts'
import type { Tolerance } from './model/journal.ts'
import { familyOf, signal } from './processes.ts'
import { type Cluster, commandOf } from './start-cluster.ts'

export type Fault = {
  name: string
  tolerance?: Tolerance
  /** Resolves at the end of the fault. */
  inject(cluster: Cluster, times: Times): Promise<void>
}

/** How long faults last, in seconds. */
export type Times = { fault: number; outage: number; newRelease: string }

/** Each kind makes its n-th fault, so that several runs of one kind meet different parts. */
export const kinds: Record<string, (n: number) => Fault> = {
  upgrade: () => ({ name: 'upgrade all nodes and workers by rolling', inject: upgrade }),
  kill: (n) => killOf(pick(services, n)),
  pause: (n) => pauseOf(pick(services, n)),
  cut: (n) => pick(cuts, n),
  primary: (n) => pick([losePrimary, killPostgres], n),
  disk: (n) => pick([fillDatabase, fillWorker], n),
  storage: () => ({ name: 'lose the storage', inject: loseStorage }),
  redis: () => ({ name: 'lose all of Redis', inject: loseRedis }),
  restart: () => ({ name: 'restart everything in turn', tolerance: { noAnswer: true }, inject: restartAll }),
}

type Service = {
  name: string
  tolerance?: Tolerance
  /** The process that is killed, and those that are paused with it. */
  pids(cluster: Cluster): Promise<number[]>
}

const named = (find: (cluster: Cluster) => string | Promise<string>) => async (cluster: Cluster) =>
  familyOf(cluster.processes.get(await find(cluster)).pid()!)

async function postgresOfPrimary(cluster: Cluster): Promise<number[]> {
  const file = join(cluster.folder, await cluster.primary(), 'postgres/data/postmaster.pid')
  return familyOf(Number(readFileSync(file, 'utf8').split('\n')[0]))
}

/** Processes by role, the ones that people notice first. */
const services: Service[] = [
  { name: 'a node', pids: named(() => any(nodeMachines)) },
  { name: 'Postgres of the primary', pids: postgresOfPrimary },
  { name: 'a worker', pids: named(() => any(workerMachines)) },
  { name: 'Patroni of the primary', pids: named(async (cluster) => `patroni-${await cluster.primary()}`) },
  { name: 'HAProxy of a node', pids: named(() => `haproxy-${any(nodeMachines)}`) },
  { name: 'a member of etcd', pids: named(() => `etcd-${any(databaseMachines)}`) },
  { name: 'a Redis', pids: named(() => `redis-${any(databaseMachines)}`) },
  { name: 'a Sentinel', pids: named(() => `sentinel-${any(databaseMachines)}`) },
  { name: 'Patroni of a standby', pids: named(async (cluster) => `patroni-${await standby(cluster)}`) },
  { name: 'HAProxy of a worker', pids: named(() => `haproxy-${any(workerMachines)}`) },
  // Clients have no other way in: in production a second one takes over its address.
  { name: 'HAProxy of the edge', tolerance: { noAnswer: true }, pids: named(() => 'haproxy-edge') },
]

function killOf({ name, tolerance, pids }: Service): Fault {
  return {
    name: `kill ${name}`,
    ...(tolerance ? { tolerance } : {}),
    async inject(cluster) {
      signal((await pids(cluster)).slice(0, 1), 'SIGKILL')
    },
  }
}

function pauseOf({ name, tolerance, pids }: Service): Fault {
  return {
    name: `pause ${name}`,
    ...(tolerance ? { tolerance } : {}),
    async inject(cluster, { fault }) {
      await paused(await pids(cluster), fault)
    },
  }
}

async function paused(pids: number[], seconds: number): Promise<void> {
  signal(pids, 'SIGSTOP')
  await pause(1_000 * seconds)
  signal(pids, 'SIGCONT')
}

const cuts: Fault[] = [
  cutting('a node and the primary', async (cluster) => [[any(nodeMachines), await cluster.primary()]]),
  cutting('the primary and its standbys', async (cluster) => {
    const primary = await cluster.primary()
    return databaseMachines.filter((name) => name !== primary).map((name) => [primary, name])
  }),
  cutting('the edge and a node', async () => [['edge', any(nodeMachines)]]),
  cutting('the primary and all other machines', async (cluster) => {
    const primary = await cluster.primary()
    return allMachines.filter((name) => name !== primary).map((name) => [primary, name])
  }),
  cutting('a worker and the storage', async () => [[any(workerMachines), 'storage']]),
  cutting('a worker and the primary', async (cluster) => [[any(workerMachines), await cluster.primary()]]),
  cutting('the two standbys', async (cluster) => {
    const primary = await cluster.primary()
    const [one, other] = databaseMachines.filter((name) => name !== primary)
    return [[one!, other!]]
  }),
  cutting('any two machines', async () => {
    const one = any(allMachines)
    return [[one, any(allMachines.filter((name) => name !== one))]]
  }),
]

function cutting(between: string, links: (cluster: Cluster) => Promise<[Machine, Machine][]>): Fault {
  return {
    name: `cut the link between ${between}`,
    async inject(cluster, { fault }) {
      const pairs = await links(cluster)
      for (const [one, other] of pairs) cutLink(one, other)
      await pause(1_000 * fault)
      for (const [one, other] of pairs) restoreLink(one, other)
    },
  }
}

/** The whole machine: Postgres, Patroni, etcd, Redis and Sentinel at once, for long enough that a standby takes over. */
const losePrimary: Fault = {
  name: 'lose the machine of the primary',
  async inject(cluster, { outage }) {
    const primary = await cluster.primary()
    const lost = [...cluster.processes.all.values()].filter(({ machine }) => machine === primary)
    for (const one of lost) one.hold()
    signal(processesOf(primary), 'SIGKILL')
    await pause(1_000 * outage)
    for (const one of lost) one.release()
  },
}

const killPostgres: Fault = {
  name: 'kill Postgres of the primary, with all its processes',
  async inject(cluster) {
    signal(await postgresOfPrimary(cluster), 'SIGKILL')
  },
}

const fillDatabase: Fault = {
  name: 'fill the disk of the primary',
  tolerance: { diskFull: true },
  inject: async (cluster, { fault }) =>
    filled(join(cluster.folder, await cluster.primary(), 'postgres'), fault),
}

const fillWorker: Fault = {
  name: 'fill the disk of a worker',
  inject: async (cluster, { fault }) => filled(join(cluster.folder, any(workerMachines)), fault),
}

/** Fills a disk to the last byte. */
async function filled(disk: string, seconds: number): Promise<void> {
  const ballast = join(disk, 'ballast')
  const file = openSync(ballast, 'w')
  const megabyte = Buffer.alloc(2 ** 20)
  try {
    for (;;) writeSync(file, megabyte)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    await pause(1_000 * seconds)
  } finally {
    closeSync(file)
    rmSync(ballast)
  }
}

async function loseStorage(_cluster: Cluster, { outage }: Times): Promise<void> {
  await paused(processesOf('storage'), outage)
}

async function loseRedis({ processes }: Cluster, { fault }: Times): Promise<void> {
  const all = databaseMachines.map((machine) => processes.get(`redis-${machine}`))
  for (const one of all) {
    one.hold()
    one.kill()
  }
  await pause(1_000 * fault)
  for (const one of all) one.release()
}

/** As an operator does it: one after the other, each when the one before is back; the storage is left out. */
async function restartAll(cluster: Cluster): Promise<void> {
  for (const { name, stop } of cluster.processes.all.values()) {
    if (name === 'storage') continue
    await stop()
    await pause(1_500)
    if (name.startsWith('patroni')) await cluster.databaseComplete(60)
    if (name.startsWith('node') || name.startsWith('haproxy-node')) await cluster.nodesReady(60)
  }
}

async function upgrade(cluster: Cluster, { newRelease }: Times): Promise<void> {
  for (const machine of [...nodeMachines, ...workerMachines]) {
    const one = cluster.processes.get(machine)
    one.replace(commandOf(machine.startsWith('node') ? 'serve' : 'worker'), newRelease)
    await one.stop()
    await pause(1_500)
    await cluster.nodesReady(60)
  }
}

async function standby(cluster: Cluster): Promise<string> {
  const primary = await cluster.primary()
  return any(databaseMachines.filter((name) => name !== primary))
}

function any<T>(values: readonly T[]): T {
  return values[Math.floor(Math.random() * values.length)]!
}

function pick<T>(values: readonly T[], n: number): T {
  return values[n % values.length]!
}
