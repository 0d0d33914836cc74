// No event contains text that people wrote: every text field of every call holds a mark, and no event has one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { purgeTrash } from '../../../src/jobs/purge-trash.ts'
import { eventTypes } from '../../../src/records/event-types.ts'
import { collectEvents, lines } from '../../helpers/emitted-events.ts'
import { pageClient } from '../../helpers/page-client.ts'
import { startWorld } from '../../worlds/world.ts'

const world = await startWorld()
const newEvents = await collectEvents(world)
const owner = await world.person({
  role: 'OWNER',
  name: 'Confidential owner',
  email: 'confidential@example.com',
})

let marks = 0
const mark = () => `Confidential ${marks++}`

async function send(route: string, body: unknown = {}) {
  const [method, path] = route.split(' ')
  const answer = await world.call(`${method} /api${path}`, { key: owner.key, body })
  assert.ok(answer.status < 300, `${route}: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

test('no event contains text that people wrote', async () => {
  const text = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, mark()]))
  const accessRange = 'ONLY_PROJECT_MEMBER'
  const { id: projectId } = await send('POST /projects', { ...text('name', 'description'), accessRange })
  const thumbnail = 'https://example.com/Confidential.png'
  await send(`PATCH /projects/${projectId}`, { ...text('name', 'description'), thumbnail })

  const folder = await send(`POST /projects/${projectId}/folders`, text('name'))
  await send(`PATCH /folders/${folder.id}`, text('name'))
  const url = 'https://youtu.be/dQw4w9WgXcQ'
  const file = await send(`POST /projects/${projectId}/files/upload.youtube`, {
    ...text('name'),
    url,
    folder,
  })
  await send(`PATCH /files/${file.id}`, { ...text('name', 'description'), allowRestricted: true })
  await send(`PATCH /files/${file.id}/tag`, { tag: 'APPROVED' })
  const upload = await send(`POST /projects/${projectId}/files/upload.multipart`, {
    ...text('name'),
    size: 5,
  })
  await send(`POST /files/${upload.id}/upload.abort`)
  const output = { outputType: 'DOCUMENT', outputModel: 'markdown', folder: null, attachments: [] }
  const made = await send(`POST /projects/${projectId}/files/upload.generate`, {
    ...text('prompt'),
    ...output,
  })
  await send(`POST /files/${made.id}/generate.cancel`)

  const shape = { kind: 'text', points: [[0, 1]], colour: '#ff0000', width: 0.1, ...text('text') }
  const comment = await send(`POST /files/${file.id}/comments`, text('content'))
  await send(`PATCH /comments/${comment.id}`, { ...text('content'), annotation: { shapes: [shape] } })
  await send(`POST /comments/${comment.id}/reactions`, { type: '👍' })
  await send(`DELETE /comments/${comment.id}`)
  await send(`POST /projects/${projectId}/comments`, text('content'))

  const version = await send(`POST /projects/${projectId}/versions`, {
    ...text('name', 'description'),
    files: [file],
  })
  await send(`PATCH /versions/${version.id}`, text('name', 'description'))
  await send(`POST /versions/${version.id}/review-requests`, {
    ...text('message'),
    users: [{ id: owner.userId }],
  })
  await send(`PUT /versions/${version.id}/verdict`, { ...text('note'), verdict: 'NEED_EDIT' })
  const share = await send(`POST /projects/${projectId}/shares`, {
    ...text('name', 'welcome', 'password'),
    items: [{ kind: 'FILE', id: file.id }],
    watermark: { ...text('text'), position: 'TILED', size: 'SMALL', opacity: 0.5 },
    email: 'OPTIONAL',
  })
  await send(`PATCH /shares/${share.id}`, { ...text('name', 'welcome'), password: null })
  const shareKey = share.url.split('/s/')[1]
  const { status } = await world.call('POST /api/share-links/open', {
    body: { key: shareKey, ...text('name'), email: 'confidential@example.com' },
  })
  assert.equal(status, 201)
  await send(`DELETE /shares/${share.id}`)
  await send(`DELETE /files/${file.id}`)

  const link = await send(`POST /projects/${projectId}/access-links`, {
    ...text('description'),
    role: 'PROJECT_MEMBER',
  })
  const { accessKey } = (await world.call(`GET /api/project-access-links/${link.id}`, { key: owner.key }))
    .body.data
  await pageClient(world.url).post(`/join/${accessKey}`, text('name'))
  await send(`DELETE /project-access-links/${link.id}`)

  const about = {
    ...text('name', 'description', 'license'),
    metadata: text('Confidential'),
    allowedTools: [mark()],
  }
  const skill = await send('POST /skills', { ...about, ...text('content', 'note') })
  await send(`PATCH /skills/${skill.id}`, { ...text('name', 'description', 'license'), metadata: null })
  await send(`POST /skills/${skill.id}/versions`, text('content', 'note'))
  await send(`DELETE /skills/${skill.id}`)
  await world.database.sql`update trash set purge_at = now()`
  await world.runJob(purgeTrash)

  const events = await newEvents()
  const kinds = new Set(Object.keys(eventTypes).map((type) => type.split('.')[0]))
  assert.deepEqual(new Set(events.map(({ type }) => type.split('.')[0])), kinds)
  for (const event of events)
    assert.doesNotMatch(JSON.stringify(event), /confidential|example\.com|youtu\.be|dQw4w9WgXcQ/i)
  for (const key of [accessKey, shareKey]) assert.equal(JSON.stringify(events).includes(key), false)
  // The page of a link emits the same event as the operation.
  assert.equal(lines(events).filter((line) => line === 'member.added ANYONE').length, 2)
})
