import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emitEvent, numberAll } from '../../../test/helpers/emit-events.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import type { Event } from '../../records/event.ts'
import type { EventType } from '../../records/event-types.ts'

const world = await startWorld()
const { sql } = world.database

/** A project in a new workspace, with an event of each given type. */
async function projectWith(types: EventType[]) {
  const workspaceId = await world.workspace()
  const owner = await world.person({ workspaceId })
  const { id } = await world.project({ workspaceId, owner })
  const ids: string[] = []
  for (const type of types) ids.push(await emitEvent(sql, { workspaceId, projectId: id, type }))
  await numberAll(sql)
  return { workspaceId, path: `/api/projects/${id}/events`, id, key: owner.key, ids }
}

const idsOf = (events: Event[]) => events.map(({ id }) => id)

test('200: pages of 50, oldest first, forward and back', async () => {
  const { path, key, ids } = await projectWith(Array<EventType>(101).fill('comment.created'))
  const pages: Event[][] = []
  let cursors = { next: null as string | null, prev: null as string | null }
  do {
    const { status, body } = await world.call(`QUERY ${path}`, { key, body: { next: cursors.next } })
    assert.equal(status, 200)
    pages.push(body.data)
    cursors = body.page
  } while (cursors.next !== null)
  assert.deepEqual(
    pages.map((page) => page.length),
    [50, 50, 1],
  )
  assert.deepEqual(idsOf(pages.flat()), ids)
  const back = await world.call(`QUERY ${path}`, { key, body: { prev: cursors.prev } })
  assert.deepEqual(back.body.data, pages[1])
})

test('200: only the requested types, and only events after a number', async () => {
  const types: EventType[] = [
    'file.created',
    'comment.created',
    'comment.deleted',
    'file.created',
    'folder.created',
  ]
  const { path, key, ids } = await projectWith(types)
  const list = async (fields: object) => {
    const { body } = await world.call(`QUERY ${path}`, { key, body: fields })
    return idsOf(body.data).map((id) => ids.indexOf(id))
  }
  assert.deepEqual(await list({ types: ['*'] }), [0, 1, 2, 3, 4])
  assert.deepEqual(await list({ types: ['comment.*', 'folder.created'] }), [1, 2, 4])
  assert.deepEqual(await list({ types: ['file.*'], after: 1 }), [3])
  assert.deepEqual(await list({ after: 5 }), [])
  const byGet = await world.call(`GET ${path}?types=comment.created&types=folder.*&after=2`, { key })
  assert.deepEqual(idsOf(byGet.body.data), [ids[4]])
})

test('200: no events of other projects or outside of projects', async () => {
  const { workspaceId, path, key, ids } = await projectWith(['project.created'])
  await emitEvent(sql, { workspaceId, projectId: null, type: 'skill.created' })
  await emitEvent(sql, { workspaceId, projectId: (await world.project({ workspaceId })).id })
  await numberAll(sql)
  const { body } = await world.call(`QUERY ${path}`, { key })
  assert.deepEqual(idsOf(body.data), ids)
})

test('400: unknown types and a cursor of other filters', async () => {
  const { path, key } = await projectWith(Array<EventType>(51).fill('file.created'))
  for (const fields of [{ types: ['file.eaten'] }, { types: [] }, { types: 'file.*' }, { after: -1 }]) {
    const { status } = await world.call(`QUERY ${path}`, { key, body: fields })
    assert.equal(status, 400, JSON.stringify(fields))
  }
  const { next } = (await world.call(`QUERY ${path}`, { key })).body.page
  const foreign = await world.call(`QUERY ${path}`, { key, body: { next, types: ['*'] } })
  assert.deepEqual([foreign.status, foreign.body.code], [400, 'invalid_cursor'])
})

test('409: events between the cursor and the next page are deleted; deleted earlier pages are not missed', async () => {
  const { workspaceId, path, key, ids } = await projectWith(Array<EventType>(120).fill('comment.created'))
  const first = await world.call(`QUERY ${path}`, { key })
  const after = await world.call(`QUERY ${path}`, { key, body: { after: 1 } })
  const forget = async (upTo: number) => {
    await sql`delete from events where workspace_id = ${workspaceId} and number <= ${upTo}`
    await sql`update event_counters set forgotten_number = ${upTo} where workspace_id = ${workspaceId}`
  }
  await forget(50)
  const second = await world.call(`QUERY ${path}`, { key, body: { next: first.body.page.next } })
  assert.deepEqual(idsOf(second.body.data), ids.slice(50, 100))
  const later = await world.call(`QUERY ${path}`, { key, body: { after: 1, next: after.body.page.next } })
  assert.deepEqual(idsOf(later.body.data), ids.slice(51, 101))
  const back = await world.call(`QUERY ${path}`, { key, body: { prev: second.body.page.prev } })
  assert.deepEqual([back.status, back.body.data], [200, []])
  await forget(60)
  const lost = await world.call(`QUERY ${path}`, { key, body: { next: first.body.page.next } })
  assert.deepEqual([lost.status, lost.body.code], [409, 'events_forgotten'])
})

test('409: the events after the number are no longer stored', async () => {
  const { workspaceId, path, key, ids } = await projectWith(['file.created', 'file.deleted', 'file.created'])
  await sql`delete from events where workspace_id = ${workspaceId} and number <= 2`
  await sql`update event_counters set forgotten_number = 2 where workspace_id = ${workspaceId}`
  const lost = await world.call(`QUERY ${path}`, { key, body: { after: 1 } })
  assert.deepEqual([lost.status, lost.body.code], [409, 'events_forgotten'])
  for (const fields of [{ after: 2 }, {}]) {
    const { body } = await world.call(`QUERY ${path}`, { key, body: fields })
    assert.deepEqual(idsOf(body.data), [ids[2]])
  }
})
