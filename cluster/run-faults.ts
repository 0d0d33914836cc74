// One run: start the cluster and the clients, inject the faults one after the other, check the model, print a report.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Dailies } from '../sdk/src/index.ts'
import type { Fault, Times } from './faults.ts'
import { createMachines } from './machines.ts'
import { checkModel } from './model/checks.ts'
import { startClients } from './model/clients.ts'
import { followEvents, receiveWebhooks, startProvider } from './model/followers.ts'
import { createJournal } from './model/journal.ts'
import { until } from './processes.ts'
import { checkOutRelease } from './releases.ts'
import { type Cluster, siteUrl, startCluster } from './start-cluster.ts'

export type RunOptions = {
  root: string
  logFolder: string
  plan: Fault[]
  times: Times
  from: string
  /** No fault begins later than this. */
  minutes?: number | undefined
}

const recoveryWithinSeconds = 30
const followerCount = 3

/** Returns whether every check passed. */
export async function runFaults({
  root,
  logFolder,
  plan,
  times,
  from,
  minutes,
}: RunOptions): Promise<boolean> {
  const began = performance.now()
  const seconds = () => ((performance.now() - began) / 1_000).toFixed(0).padStart(4)
  const report = (line: string) => console.log(`${seconds()} s  ${line}`)
  createMachines()
  const folder = '/run/dailies-cluster'
  mkdirSync(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6g', 'cluster', folder])
  const upgrades = plan.some(({ name }) => name.startsWith('upgrade'))
  const previous = upgrades ? checkOutRelease(root, from, join(folder, 'previous')) : undefined
  if (upgrades && !previous) report(`${from} is not in the history: the upgrade starts from this release`)
  const cluster = await startCluster({ folder, logFolder, release: previous ?? root })
  report(`started; nodes run ${previous ? from : 'this release'}; logs in ${logFolder}`)

  const { key } = cluster
  const client = new Dailies({ baseUrl: siteUrl, token: key })
  const webhooks = receiveWebhooks()
  const provider = startProvider()
  await client.webhooks.create({ url: webhooks.url, events: ['*'] })
  const project = await client.projects.create({ name: 'Cluster', accessRange: 'ONLY_PROJECT_MEMBER' })
  const followers = Array.from({ length: followerCount }, () => followEvents(key, project.id))
  const journal = createJournal(key)
  const clients = startClients(journal, project.id)
  /** The clients that have not succeeded since, and the streams that are not live. */
  const unwell = (since: number) => [
    ...kindsOfClients.filter((kind) => !journal.succeededSince(kind, since)),
    ...followers.flatMap((follower, i) => (follower.isReady() ? [] : [`follower ${i + 1}`])),
  ]

  await until('all clients work', 60, async () => unwell(0).length === 0)
  const violations: string[] = []
  let slowest = 0
  const injected: Fault[] = []
  for (const [n, fault] of plan.entries()) {
    if (minutes !== undefined && performance.now() - began > 60_000 * minutes) break
    injected.push(fault)
    journal.begin(fault.name, fault.tolerance ?? {})
    report(`${n + 1} of ${plan.length}: ${fault.name} …`)
    try {
      await fault.inject(cluster, times)
      const recovered = await recovery(cluster, unwell)
      slowest = Math.max(slowest, recovered)
      report(`    recovered ${recovered.toFixed(1)} s after the end of the fault`)
      if (recovered > recoveryWithinSeconds) violations.push(`${fault.name}: recovered after ${recovered} s`)
    } catch (error) {
      violations.push(`${fault.name}: ${error}`)
      report(`    ${error}`)
      break
    }
    await cluster.databaseComplete(90).catch((error) => violations.push(`after ${fault.name}: ${error}`))
  }
  journal.begin('the end', {})
  await pause(1_000)
  await clients.stop()
  report('checking …')
  const checked = await checkModel({
    cluster,
    key,
    projectId: project.id,
    model: clients.model,
    followers,
    webhooks,
    provider,
  })
  for (const follower of followers) await follower.stop()
  violations.push(...journal.violations, ...checked.violations)

  const { acknowledged, unavailable, unanswered, slowestErrorMs } = journal.counts
  report(`${acknowledged} requests acknowledged, ${unavailable} answers 503, ${unanswered} without an answer`)
  report(
    `slowest 503 ${slowestErrorMs} ms; slowest recovery ${slowest.toFixed(1)} s; ${injected.length} faults`,
  )
  for (const [name, faults] of Map.groupBy(injected, ({ name }) => name)) report(`${faults.length} × ${name}`)
  for (const line of checked.passed) report(`passed: ${line}`)
  for (const line of violations.slice(0, 60)) report(`VIOLATION ${line}`)
  report(violations.length === 0 ? 'every check passed' : `${violations.length} violations`)
  return violations.length === 0
}

const kindsOfClients = [
  ...['create comment', 'update comment', 'delete comment', 'create folder'],
  ...['start upload', 'complete upload', 'generate'],
]

/** The seconds until every client has succeeded again, every stream is live, and every node is ready. */
async function recovery(cluster: Cluster, unwell: (since: number) => string[]): Promise<number> {
  const end = performance.now()
  const limit = 3 * recoveryWithinSeconds
  await until('every client succeeds again', limit, async () => unwell(end).length === 0).catch((error) => {
    throw new Error(`${error.message}: ${unwell(end).join(', ')}`)
  })
  await cluster.nodesReady(limit)
  return (performance.now() - end) / 1_000
}
