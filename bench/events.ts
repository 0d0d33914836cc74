// A thousand event streams of one project: the latency of events, and the cost of a stream.
import { join } from 'node:path'
import { createKey, createUser } from '../server/src/admin/accounts.ts'
import { newUuid } from '../server/src/core/ids.ts'
import { createDatabase } from '../server/src/database/client.ts'
import type { handlers as readerHandlers } from './event-readers.ts'
import type { handlers as serverHandlers } from './measured-server.ts'
import type { BenchProcess } from './processes.ts'
import { bounds, count, table } from './report.ts'
import { ascending, type Interval, medianInterval, quantile } from './statistics.ts'
import type { World } from './world.ts'

export type EventFigures = {
  streams: number
  events: number
  /** Of the median event, from the change to the receipt by all streams, in ms. */
  p50: Interval
  p99: Interval
  kilobytesPerStream: number
  cpuMillisPerEvent: number
}

export type EventProcesses = {
  server: BenchProcess<typeof serverHandlers>
  readers: BenchProcess<typeof readerHandlers>
}

export async function measureEvents(
  { server, readers }: EventProcesses,
  folder: string,
  world: World,
  { streams, events }: { streams: number; events: number },
): Promise<EventFigures> {
  const dataDir = join(folder, 'events')
  const port = await server.ask('start', { databaseUrl: world.databaseUrl, dataDir })
  const path = `/api/projects/${world.writesProject}`
  const comment = () => write(port, `${path}/comments`, world.key)
  const keys = await createKeys(world, streams)
  for (let i = 0; i < 50; i++) await comment()
  const before = await server.ask('usage')
  await readers.ask('open', { port, path: `${path}/events`, keys })
  const opened = await server.ask('usage')
  for (let i = 0; i < 10; i++) await deliver(readers, streams, comment)
  await readers.ask('delays')
  const start = await server.ask('usage')
  // Sequential: the next event is emitted when all streams have received the previous one.
  for (let i = 0; i < events; i++) await deliver(readers, streams, comment)
  const end = await server.ask('usage')
  // In the order of the events: each is delivered before the next is emitted.
  const delays = await readers.ask('delays')
  const ofEvent = (i: number) => ascending(delays.slice(i * streams, (i + 1) * streams))
  const each = Array.from({ length: events }, (_, i) => ofEvent(i))
  return {
    streams,
    events,
    p50: medianInterval(each.map((sorted) => quantile(sorted, 0.5))),
    p99: medianInterval(each.map((sorted) => quantile(sorted, 0.99))),
    kilobytesPerStream: ((opened.rssMegabytes - before.rssMegabytes) * 1024) / streams,
    cpuMillisPerEvent: (end.cpuMicros - start.cpuMicros) / 1000 / events,
  }
}

async function deliver(readers: EventProcesses['readers'], streams: number, comment: () => Promise<void>) {
  const all = readers.ask('expect', streams)
  await comment()
  await all
}

/**
 * Creates one key for each stream, so that the access of each is checked separately; 50 per person, who may have 100.
 */
export async function createKeys({ databaseUrl, writesProject }: World, count: number): Promise<string[]> {
  const database = createDatabase({ connection: databaseUrl, log: console.error })
  const [project] = await database.sql<{ workspaceId: string }>`
    select workspace_id as "workspaceId" from projects where id = ${writesProject}`
  const { workspaceId } = project!
  const keys: string[] = []
  let userId = ''
  while (keys.length < count) {
    if (keys.length % 50 === 0) {
      const reader = { workspaceId, email: `${newUuid()}@example.com`, name: 'Reader' }
      userId = (await createUser(database, { ...reader, role: 'MEMBER' })).id
      await database.sql`
        insert into project_members (id, project_id, workspace_id, user_id, role)
        values (${newUuid()}, ${writesProject}, ${workspaceId}, ${userId}, 'PROJECT_REVIEWER')`
    }
    const reader = { workspaceId, userId, name: 'reader', scopes: ['projects:read'] as const }
    keys.push((await createKey(database, reader)).key)
  }
  await database.close()
  return keys
}

async function write(port: number, path: string, key: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ content: 'Measured' }),
  })
  if (response.status !== 201) throw new Error(`answered ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}

export function eventsReport(figures: EventFigures): string {
  const { streams, events, p50, p99, kilobytesPerStream, cpuMillisPerEvent } = figures
  return [
    `${count(events)} comments, one after the other, to ${count(streams)} streams of their project. Latencies are those of the ` +
      'median event.',
    '',
    ...table(
      ['streams', 'p50 ms', '95 %', 'p99 ms', '95 %', 'memory per stream', 'server CPU per event'],
      [
        [
          ...[
            count(streams),
            p50.estimate.toFixed(1),
            bounds(p50, 1),
            p99.estimate.toFixed(1),
            bounds(p99, 1),
          ],
          ...[`${kilobytesPerStream.toFixed(0)} KB`, `${cpuMillisPerEvent.toFixed(1)} ms`],
        ],
      ],
    ),
  ].join('\n')
}
