// Events of calls that change several records, or whose events depend on the state before.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPrefixedId, newUuid } from '../../../src/core/ids.ts'
import { collectEvents, dataOf, eventRequests, lines } from '../../helpers/emitted-events.ts'
import { lockWaits } from '../../helpers/lock-waits.ts'
import { newComment, newFile, newUpload, newVersion } from '../../worlds/samples.ts'
import { startWorld } from '../../worlds/world.ts'

const world = await startWorld()
const { sql } = world.database
const newEvents = await collectEvents(world)
const owner = await world.person({ role: 'OWNER' })
const { send, emits, create } = eventRequests(world, owner, newEvents)

async function put(fileId: string, folderId: string | null, allowRestricted: boolean): Promise<string> {
  await sql`
    update files set folder_id = ${folderId}, allow_restricted = ${allowRestricted} where id = ${fileId}`
  return fileId
}

async function commentOn(projectId: string, fileId: string): Promise<string> {
  const id = await newComment(world, projectId, owner)
  await sql`update comments set file_id = ${fileId} where id = ${id}`
  return id
}

test('deleting a folder tree emits an event for each folder and file, deepest first, and for what depends on the files', async () => {
  const { id } = await world.project({ owner })
  const root = await create(`POST /projects/${id}/folders`, { name: 'Root' })
  const way = await create(`POST /projects/${id}/folders`, { name: 'Way', parent: { id: root } })
  const end = await create(`POST /projects/${id}/folders`, { name: 'End', parent: { id: way } })
  const aside = await create(`POST /projects/${id}/folders`, { name: 'Aside', parent: { id: root } })
  const shown = await put(await newFile(world, id, owner), end, true)
  const hidden = await put(await newFile(world, id, owner), aside, false)
  const said = await commentOn(id, shown)
  const held = await newVersion(world, id, owner)
  const files = [{ id: shown }, { id: hidden }]
  await sql`
    insert into version_files (version_id, file_id, project_id, position)
    select ${held}, file_id, ${id}, 1 from unnest(${files.map((file) => file.id)}::text[]) as file_id`

  const events = await emits(`DELETE /folders/${root}?recursive=true`)
  const [comment, version, ...rest] = events
  assert.deepEqual(comment!.data, { comment: { id: said }, file: { id: shown }, parent: null })
  assert.deepEqual(version!.data, { version: { id: held }, changed: ['files'] })
  assert.deepEqual(lines([comment!, version!]), ['comment.deleted ANYONE', 'version.updated ANYONE'])
  const of = (event: (typeof events)[number]) => {
    const data = dataOf(event, 'file.deleted', 'folder.deleted')
    return [event.type, event.audience, 'file' in data ? data.file.id : data.folder.id]
  }
  assert.deepEqual(
    new Set(rest.slice(0, 2).map(of).map(String)),
    new Set([String(['file.deleted', 'ANYONE', shown]), String(['file.deleted', 'UNRESTRICTED', hidden])]),
  )
  assert.deepEqual(rest.slice(2, 3).map(of), [['folder.deleted', 'ANYONE', end]])
  assert.deepEqual(
    new Set(rest.slice(3, 5).map(of).map(String)),
    new Set([String(['folder.deleted', 'ANYONE', way]), String(['folder.deleted', 'UNRESTRICTED', aside])]),
  )
  assert.deepEqual(rest.slice(5).map(of), [['folder.deleted', 'ANYONE', root]])
  assert.deepEqual(rest[5]!.data, { folder: { id: root }, parent: null })
})

test('restricted reviewers get the update of a folder that leads to a file they see', async () => {
  const { id } = await world.project({ owner })
  const a = await create(`POST /projects/${id}/folders`, { name: 'A' })
  const b = await create(`POST /projects/${id}/folders`, { name: 'B' })
  const [moved] = await emits(`PATCH /folders/${b}`, { parent: { id: a }, name: 'B' })
  assert.deepEqual(
    [moved!.audience, moved!.data],
    ['UNRESTRICTED', { folder: { id: b }, parent: { id: a }, changed: ['parent'] }],
  )
  await put(await newFile(world, id, owner), b, true)
  const [renamed] = await emits(`PATCH /folders/${a}`, { name: 'C' })
  assert.deepEqual(
    [renamed!.audience, renamed!.data],
    ['ANYONE', { folder: { id: a }, parent: null, changed: ['name'] }],
  )
  assert.deepEqual(await emits(`PATCH /folders/${a}`, { name: 'C' }), [])
  assert.deepEqual(await emits(`PATCH /folders/${b}`, { parent: { id: a } }), [])
  assert.deepEqual(
    lines(await emits(`DELETE /folders/${await create(`POST /projects/${id}/folders`, { name: 'D' })}`)),
    ['folder.deleted UNRESTRICTED'],
  )
})

test('deleting a file emits the deletion of its comments and the update of its versions', async () => {
  const { id } = await world.project({ owner })
  const file = await put(await newFile(world, id, owner), null, false)
  await commentOn(id, file)
  const gone = await commentOn(id, file)
  await create(`POST /files/${file}/comments`, { content: 'x', parent: { id: gone } })
  await send(`DELETE /comments/${gone}`)
  const version = await create(`POST /projects/${id}/versions`, {
    name: 'x',
    files: [{ id: file }],
    allowRestricted: true,
  })
  const events = await emits(`DELETE /files/${file}`)
  // The comment that was deleted before has emitted its event then; a restricted reviewer never saw the file in the version.
  assert.deepEqual(lines(events), [
    'comment.deleted UNRESTRICTED',
    'comment.deleted UNRESTRICTED',
    'version.updated UNRESTRICTED',
    'file.deleted UNRESTRICTED',
  ])
  assert.equal(
    events.some(({ data }) => 'comment' in data && data.comment.id === gone),
    false,
  )
  assert.deepEqual(events[2]!.data, { version: { id: version }, changed: ['files'] })
})

test('file.updated names the changed fields, with values only for enumerations', async () => {
  const { id } = await world.project({ owner })
  const folder = await create(`POST /projects/${id}/folders`, { name: 'x' })
  const file = await newFile(world, id, owner)
  const [moved] = await emits(`PATCH /files/${file}`, {
    folder: { id: folder },
    order: 7,
    name: 'y',
    description: 'z',
  })
  assert.deepEqual(moved!.data, { file: { id: file }, changed: ['name', 'description', 'folder', 'order'] })
  const [hidden] = await emits(`PATCH /files/${file}`, { allowRestricted: false, name: 'y' })
  assert.deepEqual(
    [hidden!.audience, hidden!.data],
    ['UNRESTRICTED', { file: { id: file }, changed: ['allowRestricted'], allowRestricted: false }],
  )
  const [shown] = await emits(`PATCH /files/${file}`, { allowRestricted: true })
  assert.equal(shown!.audience, 'ANYONE')
  const [tagged] = await emits(`PATCH /files/${file}/tag`, { tag: 'ON_HOLD' })
  const tag = { from: 'NEED_REVIEW', to: 'ON_HOLD' }
  assert.deepEqual(tagged!.data, { file: { id: file }, changed: ['tag'], tag })
  assert.deepEqual(await emits(`PATCH /files/${file}`, {}), [])
})

test('version.status_changed has the old and the new status, and no files', async () => {
  const { id } = await world.project({ owner })
  const version = await newVersion(world, id, owner)
  const [given, moved] = await emits(`PATCH /versions/${version}/status`, { status: 'APPROVED' })
  const user = { id: owner.userId }
  assert.deepEqual(given!.data, { version: { id: version }, user, verdict: 'APPROVED', agent: false })
  const status = { from: 'NEED_REVIEW', to: 'APPROVED' }
  assert.deepEqual(moved!.data, { version: { id: version }, status })
  const [updated] = await emits(`PATCH /versions/${version}`, { description: 'x', allowRestricted: false })
  const changed = ['description', 'allowRestricted']
  assert.deepEqual(
    [updated!.audience, updated!.data],
    ['UNRESTRICTED', { version: { id: version }, changed, allowRestricted: false }],
  )
})

test('deleting a comment and then its last reply emits one event each', async () => {
  const { id } = await world.project({ owner })
  const comment = await create(`POST /projects/${id}/comments`, { content: 'x' })
  const reply = await create(`POST /projects/${id}/comments`, { content: 'y', parent: { id: comment } })
  const [changed] = await emits(`PATCH /comments/${reply}`, { content: 'z' })
  assert.deepEqual(changed!.data, {
    comment: { id: reply },
    file: null,
    parent: { id: comment },
    changed: ['content'],
  })
  assert.deepEqual(
    (await emits(`DELETE /comments/${comment}`)).map((event) => dataOf(event, 'comment.deleted').comment.id),
    [comment],
  )
  const last = await emits(`DELETE /comments/${reply}`)
  assert.deepEqual(lines(last), ['comment.deleted ANYONE'])
  assert.equal(dataOf(last[0], 'comment.deleted').comment.id, reply)
})

test('twenty concurrent resolves emit one event', async () => {
  const { id } = await world.project({ owner })
  const comment = await newComment(world, id, owner)
  await newEvents()
  await Promise.all(Array.from({ length: 20 }, () => send(`POST /comments/${comment}/resolve`)))
  assert.deepEqual(lines(await newEvents()), ['comment.resolved ANYONE'])
})

test('an interrupted upload emits file.uploaded when it is found complete', async () => {
  const { id } = await world.project({ owner })
  const file = await newUpload(world, id, owner)
  await sql`
    update objects o set stored_at = now(), mime_type = 'text/plain' from files f
    where f.id = ${file} and o.id = f.object_id`
  await newEvents()
  assert.equal((await send(`POST /files/${file}/upload.resume`)).status, 409)
  assert.deepEqual(lines(await newEvents()), ['file.uploaded ANYONE'])
  assert.equal((await send(`POST /files/${newPrefixedId('FX')}/upload.resume`)).status, 404)
  assert.deepEqual(await newEvents(), [])
})

test('a comment posted while its file is deleted emits its creation and deletion', async () => {
  const { id } = await world.project({ owner })
  const folder = await create(`POST /projects/${id}/folders`, { name: 'x' })
  for (const route of ['/files/:file', `/folders/${folder}?recursive=true`]) {
    const file = await put(await newFile(world, id, owner), folder, true)
    const late = newUuid()
    await newEvents()
    const { deletion } = await world.database.transaction(async (inside) => {
      await inside`
        insert into comments (id, project_id, file_id, author_id, content)
        values (${late}, ${id}, ${file}, ${owner.userId}, 'x')`
      const waiting = send(`DELETE ${route.replace(':file', file)}`)
      await lockWaits(world)
      return { deletion: waiting }
    })
    assert.equal((await deletion).status, 204)
    const events = (await newEvents()).filter(({ fileId }) => fileId === file)
    assert.deepEqual(lines(events), ['comment.deleted ANYONE', 'file.deleted ANYONE'])
    assert.equal(dataOf(events[0], 'comment.deleted').comment.id, late)
  }
})
