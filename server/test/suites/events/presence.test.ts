// Presence over HTTP, and between two nodes on one database.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { hashToken } from '../../../src/auth/api-keys.ts'
import { readConfig } from '../../../src/config.ts'
import { PresenceSignal } from '../../../src/records/presence.ts'
import { startService } from '../../../src/service.ts'
import { type EventStream, openStream } from '../../helpers/event-stream-reader.ts'
import { newFile } from '../../worlds/samples.ts'
import { call, type Person, quickStreams, startWorld } from '../../worlds/world.ts'

const env = { SECRET_KEY: 'the-same-on-both-nodes-or-they-do-not-start' }
const world = await startWorld({ env, streamPace: quickStreams })
const { sql } = world.database
const dataDir = mkdtempSync(join(tmpdir(), 'dailies-test-'))
const second = await startService(readConfig({ PORT: '0', DATA_DIR: dataDir, ...env }), {
  connection: world.databaseUrl,
  logger: pino({ level: 'silent' }),
  serve: true,
  work: false,
  streamPace: quickStreams,
})
after(async () => {
  await second.close()
  rmSync(dataDir, { recursive: true, force: true })
})
const nodes = [world.url, `http://127.0.0.1:${second.port}`] as const

/** A tab of a person: its session, the node that it talks to, and its stream. */
type Tab = { name: string; key: string; node: string; stream: EventStream }

let tabs = 0

async function open(
  { userId }: Pick<Person, 'userId'>,
  projectId: string,
  node: string = nodes[0],
  key?: string,
): Promise<Tab> {
  const session = key ?? (await world.session(userId))
  return {
    name: `tab-${tabs++}`,
    key: session,
    node,
    stream: await openStream(node, projectId, { key: session }),
  }
}

async function report(tab: Tab, fileId: string, body: object = {}): Promise<void> {
  const { name, key, node } = tab
  const answer = await call(node, `PUT /api/files/${fileId}/presence`, { key, body: { tab: name, ...body } })
  assert.equal(answer.status, 204, JSON.stringify(answer.body))
}

const signalsOf = ({ stream }: Tab) =>
  stream.events.filter(({ event }) => event === 'presence').map(({ data }) => PresenceSignal.parse(data))

/** The names in the last signal about the file, with `*` behind those who are typing. */
function names(tab: Tab, fileId: string): string | undefined {
  const last = signalsOf(tab).findLast(({ file }) => file.id === fileId)
  return last?.viewers.map(({ name, typing }) => (typing ? `${name}*` : name)).join(' ')
}

const sees = (tab: Tab, fileId: string, wanted: string) =>
  tab.stream.until(() => names(tab, fileId) === wanted)

async function project(people: Record<string, Parameters<typeof world.member>[1]>) {
  const { id, owner } = await world.project({ owner: await world.person({ name: 'Olga' }) })
  const fileId = await newFile(world, id, owner)
  const members: Record<string, Person> = {}
  for (const [name, role] of Object.entries(people)) members[name] = await world.member(id, role, { name })
  return { id, owner, fileId, members }
}

test('two people on two nodes: each sees the other arrive, type, stop and leave', async () => {
  const { id, owner, fileId, members } = await project({ Ben: 'PROJECT_REVIEWER' })
  const olga = await open(owner, id, nodes[0])
  const ben = await open(members.Ben!, id, nodes[1])
  await report(olga, fileId)
  await sees(olga, fileId, 'Olga')
  await report(ben, fileId)
  await sees(olga, fileId, 'Olga Ben')
  await ben.stream.until(() => [...(names(ben, fileId) ?? '').split(' ')].sort().join(' ') === 'Ben Olga')

  const body = { content: 'Too dark?' }
  const thread = (await world.call(`POST /api/files/${fileId}/comments`, { key: owner.key, body })).body.data
  await report(ben, fileId, { typing: { parent: thread } })
  await sees(olga, fileId, 'Olga Ben*')
  const typing = signalsOf(olga).at(-1)!.viewers[1]!.typing
  assert.deepEqual(typing, { parent: { id: thread.id } })
  await report(ben, fileId)
  await sees(olga, fileId, 'Olga Ben')
  await report(ben, fileId, { typing: { parent: null } })
  await sees(olga, fileId, 'Olga Ben*')
  await report(ben, fileId, { leave: true })
  await sees(olga, fileId, 'Olga')
})

test('a signal has no id: the number to resume from stays, also for a client that does not know it', async () => {
  const { id, owner, fileId } = await project({})
  const olga = await open(owner, id)
  const before = olga.stream.lastId()
  await report(olga, fileId)
  await sees(olga, fileId, 'Olga')
  assert.equal(olga.stream.lastId(), before)
  assert.equal(olga.stream.events.at(-1)!.data.type, 'presence')
})

test('two tabs of a person, on two nodes, count once; the person leaves with the last one', async () => {
  const { id, owner, fileId, members } = await project({ Ben: 'PROJECT_REVIEWER' })
  const olga = await open(owner, id)
  const one = await open(members.Ben!, id, nodes[0])
  const two = await open(members.Ben!, id, nodes[1], one.key)
  await report(olga, fileId)
  await report(one, fileId)
  await sees(olga, fileId, 'Olga Ben')
  await report(two, fileId, { typing: { parent: null } })
  await sees(olga, fileId, 'Olga Ben*')
  await report(one, fileId, { leave: true })
  await report(two, fileId)
  await sees(olga, fileId, 'Olga Ben')
  assert.ok(signalsOf(olga).every(({ viewers }) => viewers.filter(({ name }) => name === 'Ben').length < 2))
  await report(two, fileId, { leave: true })
  await sees(olga, fileId, 'Olga')
})

test('a tab that shows another file has left the first, without a departure', async () => {
  const { id, owner, fileId, members } = await project({ Ben: 'PROJECT_REVIEWER' })
  const other = await newFile(world, id, owner)
  const [olga, ben] = [await open(owner, id, nodes[1]), await open(members.Ben!, id)]
  await report(olga, fileId)
  await report(ben, fileId)
  await sees(olga, fileId, 'Olga Ben')
  await report(ben, other)
  await sees(olga, fileId, 'Olga')
  await sees(ben, other, 'Ben')
})

test('a stream that opens later, or again, gets the current list', async () => {
  const { id, owner, fileId } = await project({})
  const first = await open(owner, id)
  await report(first, fileId)
  await sees(first, fileId, 'Olga')
  first.stream.cut()
  const again = await open(owner, id, nodes[1], first.key)
  await sees(again, fileId, 'Olga')
})

test('only streams of sessions that look at the file get its signals: no key, no filter of types, no other file', async () => {
  const { id, owner, fileId, members } = await project({ Ben: 'PROJECT_REVIEWER' })
  const other = await newFile(world, id, owner)
  const olga = await open(owner, id)
  const ben = await open(members.Ben!, id)
  const byKey = await openStream(nodes[0], id, { key: owner.key })
  const filtered = await openStream(nodes[0], id, { key: olga.key, query: '?types=comment.*' })
  await report(ben, other)
  await sees(ben, other, 'Ben')
  await report(olga, fileId)
  await sees(olga, fileId, 'Olga')
  assert.equal(names(ben, fileId), undefined)
  for (const stream of [byKey, filtered])
    assert.deepEqual(
      stream.events.filter(({ event }) => event === 'presence'),
      [],
    )
})

test('restricted reviewers and guests see the members of the project, and not colleagues who only look in', async () => {
  const { id, owner, fileId, members } = await project({ Rita: 'PROJECT_RESTRICTED_REVIEWER' })
  await sql`update projects set access_range = 'ALLOW_WORKSPACE_MEMBER' where id = ${id}`
  await sql`update files set allow_restricted = true where id = ${fileId}`
  const guest = await world.member(id, 'PROJECT_REVIEWER', { name: 'Gus', role: 'GUEST' })
  const colleague = await world.person({ name: 'Carl' })
  const carl = await open(colleague, id)
  const olga = await open(owner, id, nodes[1])
  const rita = await open(members.Rita!, id)
  const gus = await open(guest, id)
  for (const tab of [carl, olga, rita, gus]) await report(tab, fileId)
  const everyone = ['Carl', 'Gus', 'Olga', 'Rita']
  const sorted = (tab: Tab) => names(tab, fileId)?.split(' ').sort().join()
  await olga.stream.until(() => sorted(olga) === everyone.join())
  await carl.stream.until(() => sorted(carl) === everyone.join())
  await rita.stream.until(() => sorted(rita) === 'Gus,Olga,Rita')
  await gus.stream.until(() => sorted(gus) === 'Gus,Olga,Rita')
  for (const tab of [rita, gus])
    assert.ok(
      signalsOf(tab).every(({ viewers, more }) => more === 0 && viewers.every(({ name }) => name !== 'Carl')),
    )
})

test('a file that is hidden from restricted reviewers: they disappear at once, and receive nothing', async () => {
  const { id, owner, fileId, members } = await project({ Rita: 'PROJECT_RESTRICTED_REVIEWER' })
  await sql`update files set allow_restricted = true where id = ${fileId}`
  const [olga, rita] = [await open(owner, id, nodes[1]), await open(members.Rita!, id)]
  await report(rita, fileId)
  await report(olga, fileId)
  await sees(rita, fileId, 'Rita Olga')
  const body = { allowRestricted: false }
  assert.equal((await world.call(`PATCH /api/files/${fileId}`, { key: owner.key, body })).status, 204)
  await sees(olga, fileId, 'Olga')
  const before = signalsOf(rita).length
  await report(olga, fileId, { typing: { parent: null } })
  await sees(olga, fileId, 'Olga*')
  assert.equal(signalsOf(rita).length, before)
})

const losses: Record<string, (person: Person, tab: Tab, owner: Person) => Promise<unknown>> = {
  async 'is removed from the project'({ userId }, _tab, { key }) {
    const [member] = await sql<{ id: string }>`select id from project_members where user_id = ${userId}`
    const { status } = await world.call(`DELETE /api/project-members/${member!.id}`, { key })
    assert.equal(status, 204)
  },
  'ends the session on another device': (_person, { key }) =>
    sql`delete from sessions where hash = ${hashToken(key.replace('session:', ''))}`,
}

for (const [loss, lose] of Object.entries(losses)) {
  test(`a person who ${loss} disappears for others, and receives nothing more`, async () => {
    const { id, owner, fileId, members } = await project({ Ben: 'PROJECT_REVIEWER' })
    const olga = await open(owner, id, nodes[1])
    const ben = await open(members.Ben!, id)
    await report(ben, fileId)
    await report(olga, fileId)
    await sees(ben, fileId, 'Ben Olga')
    await lose(members.Ben!, ben, owner)
    await sees(olga, fileId, 'Olga')
    await ben.stream.ended
    assert.equal(names(ben, fileId), 'Ben Olga')
  })
}

test('a renamed person has the new name at once', async () => {
  const { id, owner, fileId, members } = await project({ Ben: 'PROJECT_REVIEWER' })
  const [olga, ben] = [await open(owner, id), await open(members.Ben!, id)]
  await report(olga, fileId)
  await report(ben, fileId)
  await sees(olga, fileId, 'Olga Ben')
  const answer = await world.call('PATCH /api/account', { key: ben.key, body: { name: 'Benedikt' } })
  assert.equal(answer.status, 204, JSON.stringify(answer.body))
  await sees(olga, fileId, 'Olga Benedikt')
})
