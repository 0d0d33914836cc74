// A thousand event streams of one project: the latency of events, and the cost of a stream.
import { join } from 'node:path'
import { createKey, createUser } from '../server/src/admin/accounts.ts'
import { newUuid } from '../server/src/core/ids.ts'
import { createDatabase } from '../server/src/database/client.ts'
import type { handlers as readerHandlers } from './event-readers.ts'
import type { handlers as serverHandlers } from './measured-server.ts'
import type { BenchProcess } from './processes.ts'
import type { World } from './world.ts'

export type EventFigures = {
  streams: number
  events: number
  p50: number
  p99: number
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
  const delays = (await readers.ask('delays')).toSorted((a, b) => a - b)
  return {
    streams,
    events,
    p50: delays[Math.floor(delays.length * 0.5)]!,
    p99: delays[Math.floor(delays.length * 0.99)]!,
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
    `Events: ${events} comments, one after the other, to ${streams.toLocaleString('en-US')} streams of their project.`,
    '',
    '| from the change to the receipt | p50 ms | p99 ms | memory per stream | server CPU per event |',
    '| ------------------------------ | ------ | ------ | ----------------- | -------------------- |',
    `| all streams                    | ${[
      p50.toFixed(1).padStart(6),
      p99.toFixed(1).padStart(6),
      `${kilobytesPerStream.toFixed(0)} KB`.padStart(17),
      `${cpuMillisPerEvent.toFixed(1)} ms`.padStart(20),
    ].join(' | ')} |`,
  ].join('\n')
}
