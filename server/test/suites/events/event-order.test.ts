// 2,500 changes by 8 writers on two nodes, in long and short transactions, and readers that are disconnected again and
// again: each reader gets every event that it may see, once and in order, and no other.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { readConfig } from '../../../src/config.ts'
import { startService } from '../../../src/service.ts'
import { emitEvent } from '../../helpers/emit-events.ts'
import { beginStream, type StreamEvent } from '../../helpers/event-stream-reader.ts'
import { newFile } from '../../worlds/samples.ts'
import { call, startWorld } from '../../worlds/world.ts'

const changes = 2_500
const writers = 8
const many = 'default=1000000,tier3=1000000,tier4=1000000'
const env = { SECRET_KEY: 'the-same-on-both-nodes-or-they-do-not-start', RATE_LIMITS: many }

const world = await startWorld({ env })
const { sql, transaction } = world.database
const dataDir = mkdtempSync(join(tmpdir(), 'dailies-test-'))
const second = await startService(readConfig({ PORT: '0', DATA_DIR: dataDir, ...env }), {
  connection: world.databaseUrl,
  logger: pino({ level: 'silent' }),
  serve: true,
  work: false,
})
after(async () => {
  await second.close()
  rmSync(dataDir, { recursive: true, force: true })
})
const nodes = [world.url, `http://127.0.0.1:${second.port}`]

const { id: projectId, owner } = await world.project()
const restricted = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
const [shown, hidden] = [await newFile(world, projectId, owner), await newFile(world, projectId, owner)]
await sql`update files set allow_restricted = (id = ${shown}) where project_id = ${projectId}`

/** The id in the response of each change, and whether the restricted reader may see its event. */
const made = new Map<string, 'everyone' | 'not the restricted'>()

async function post(node: string, path: string, body: object): Promise<string> {
  const answer = await call(node, `POST /api/${path}`, { key: owner.key, body })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data.id
}

/** A change that is committed long after it emitted its event, while other changes start and end. */
async function slowly(): Promise<string> {
  return transaction(async (inside) => {
    const id = await emitEvent(inside, {
      workspaceId: world.workspaceId,
      projectId,
      type: 'project.updated',
      audience: 'UNRESTRICTED',
    })
    await pause(20 * Math.random())
    return id
  })
}

async function change(i: number): Promise<void> {
  const node = nodes[i % nodes.length]!
  const content = `Comment ${i}`
  if (i % 12 === 0) made.set(await slowly(), 'not the restricted')
  else if (i % 12 === 1) {
    const link = { role: 'PROJECT_REVIEWER' }
    made.set(await post(node, `projects/${projectId}/access-links`, link), 'not the restricted')
  } else if (i % 3 === 0) {
    made.set(await post(node, `files/${hidden}/comments`, { content }), 'not the restricted')
  } else if (i % 3 === 1) made.set(await post(node, `files/${shown}/comments`, { content }), 'everyone')
  else made.set(await post(node, `projects/${projectId}/comments`, { content }), 'everyone')
}

async function write(): Promise<void> {
  let next = 0
  const writer = async () => {
    while (next < changes) await change(next++)
  }
  await Promise.all(Array.from({ length: writers }, writer))
}

/** Follows from the beginning, on the two nodes in turn, and is disconnected after at most 75 events. */
async function follow(key: string, isLast: (event: StreamEvent) => boolean) {
  const events: StreamEvent[] = []
  let lastId = '0'
  for (let turn = 0; ; turn++) {
    const stream = await beginStream(nodes[turn % nodes.length]!, projectId, { key, lastId })
    const enough = 1 + ((turn * 7919) % 75)
    await stream.until(() => stream.events.length >= enough || stream.events.some(isLast))
    stream.cut()
    events.push(...stream.events)
    lastId = stream.lastId()
    if (events.some(isLast)) return { events, cuts: turn }
  }
}

/** The id in the response of the change. */
function about({ data: { id, data } }: StreamEvent): string {
  return data.comment?.id ?? data.accessLink?.id ?? id
}

test('every reader gets each event once, in order, and none that the role may not see', async () => {
  let last: string | undefined
  const isLast = (event: StreamEvent) => event.data.id === last
  const reading = Promise.all([follow(owner.key, isLast), follow(restricted.key, isLast)])
  await Promise.race([write(), reading.then(() => assert.fail('a reader has ended too early'))])
  assert.equal(made.size, changes)
  last = await emitEvent(sql, { workspaceId: world.workspaceId, projectId, type: 'project.updated' })
  world.changed()
  made.set(last, 'everyone')
  const [all, some] = await reading

  for (const { events, cuts } of [all, some]) {
    assert.ok(cuts > 20, `only ${cuts} cuts`)
    const numbers = events.map(({ data }) => data.number)
    for (let i = 1; i < numbers.length; i++)
      assert.ok(numbers[i] > numbers[i - 1], `${numbers[i]} comes late`)
    assert.ok(events.every(({ event }) => event !== 'reset'))
  }
  const stored = await sql<{
    id: string
  }>`select id from events where project_id = ${projectId} order by number`
  assert.deepEqual(
    all.events.map(({ data }) => data.id),
    stored.map(({ id }) => id),
  )
  assert.deepEqual(all.events.map(about).toSorted(), [...made.keys()].toSorted())
  const forEveryone = [...made].filter(([, whom]) => whom === 'everyone').map(([id]) => id)
  assert.deepEqual(some.events.map(about).toSorted(), forEveryone.toSorted())
})
