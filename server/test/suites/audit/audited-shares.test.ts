// The use of shares in the audit log: who opened them, who was refused and why, and what guests downloaded.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files, startShareWorld } from '../../../src/operations/shares/fixtures/share-world.ts'
import { collectEntries, type StoredEntry, untilWritten } from '../../helpers/audit-entries.ts'

const { world, sql, projectId, owner, api, manage, file, share } = await startShareWorld()
const newEntries = await collectEntries(world)
const originals = { downloads: 'ORIGINAL' }

const about = ({ action, targetKind, targetId, targetName, projectId, details }: StoredEntry) => ({
  ...{ action, targetKind, targetId, targetName, projectId, details },
})
const open = (fields: object, key?: string) => api(key, 'POST /api/share-links/open', fields)
const look = (key: string) => api(undefined, 'POST /api/share-links/look', { key })

test('opening a share: the guest is the actor, and the share is the target', async () => {
  const made = await share(files(await file()))
  await newEntries()
  const guest = await made.guest('Kim')
  const [entry, ...rest] = await newEntries()
  assert.deepEqual(rest, [])
  assert.deepEqual(about(entry!), {
    ...{ action: 'share.opened', targetKind: 'SHARE', targetId: made.id, targetName: 'For the client' },
    ...{ projectId, details: {} },
  })
  assert.deepEqual(
    [entry!.credential, entry!.actorName, entry!.address, entry!.agent],
    ['SHARE', 'Kim', '127.0.0.1', false],
  )
  const { key } = await world.person({ role: 'ADMIN' })
  const { body } = await api(key, `GET /api/audit?action=share.opened&actor=${entry!.actorId}`)
  assert.deepEqual(
    body.data.map((one: { credential: object }) => one.credential),
    [{ kind: 'SHARE', id: guest.id, name: null }],
  )
})

test('a member who opens the link is in the log as a preview', async () => {
  const made = await share(files(await file()))
  await newEntries()
  assert.equal((await open({ key: made.key }, owner.key)).status, 201)
  const entries = await newEntries()
  assert.deepEqual(
    entries.map(({ action, targetId, actorId }) => [action, targetId, actorId]),
    [['share.previewed', made.id, owner.userId]],
  )
})

test('a wrong password is in the log, without what was typed; an unknown key is not', async () => {
  const made = await share(files(await file()), { password: 'harbour' })
  await newEntries()
  assert.equal((await open({ key: 'nonsense', name: 'Kim' })).status, 403)
  assert.equal((await open({ key: made.key, name: 'Kim', password: 'Secret guess' })).status, 403)
  const entries = await untilWritten(newEntries)
  assert.deepEqual(entries.map(about), [
    {
      ...{ action: 'share.refused', targetKind: 'SHARE', targetId: made.id, targetName: 'For the client' },
      ...{ projectId, details: { reason: 'PASSWORD' } },
    },
  ])
  assert.deepEqual([entries[0]!.credential, entries[0]!.actorId], ['NONE', null])
  assert.doesNotMatch(JSON.stringify(entries), /Secret guess|Kim/)
})

test('the link of a share that was ended, or has expired: opening it and looking at it are in the log', async () => {
  const [ended, expired] = [await share(files(await file())), await share(files(await file()))]
  await manage(`POST /api/shares/${ended.id}/end`)
  await sql`update shares set expires_at = now() - interval '1 minute' where id = ${expired.id}`
  await newEntries()
  const tries = [
    () => open({ key: ended.key, name: 'Kim' }),
    () => look(ended.key),
    () => open({ key: expired.key, name: 'Kim' }),
    () => look(expired.key),
  ]
  const seen: unknown[] = []
  for (const attempt of tries) {
    await attempt()
    for (const { action, targetId, details } of await untilWritten(newEntries))
      seen.push([action, targetId, details.reason])
  }
  assert.deepEqual(seen, [
    ['share.refused', ended.id, 'ENDED'],
    ['share.refused', ended.id, 'ENDED'],
    ['share.refused', expired.id, 'EXPIRED'],
    ['share.refused', expired.id, 'EXPIRED'],
  ])
})

test('a guest who downloads a file and an archive is in the log, once within an hour', async () => {
  const id = await file()
  const guest = await (await share(files(id), originals)).guest('Kim')
  await newEntries()
  for (let i = 0; i < 2; i++) assert.equal(await guest.status(`GET /api/files/${id}/download`), 200)
  const { body } = await guest.call('POST /api/share/archives', {})
  const { id: archiveId, url, byteSize, name } = body.data
  await fetch(url, { method: 'HEAD' })
  const whole = await fetch(url, { headers: { 'User-Agent': 'Test/1' } })
  await whole.arrayBuffer()
  await (await fetch(url, { headers: { Range: 'bytes=5-' } })).arrayBuffer()
  const entries = await newEntries()
  assert.deepEqual(
    entries.map(({ action, targetId, credential, actorName }) => [action, targetId, credential, actorName]),
    [
      ['file.downloaded', id, 'SHARE', 'Kim'],
      ['archive.created', archiveId, 'SHARE', 'Kim'],
      ['archive.downloaded', archiveId, 'SHARE', 'Kim'],
    ],
  )
  const [, made, downloaded] = entries
  assert.deepEqual(made!.details, { variant: 'ORIGINAL', files: 1, bytes: byteSize })
  assert.deepEqual(
    [downloaded!.targetName, downloaded!.projectId, downloaded!.details, downloaded!.userAgent],
    [name, projectId, { files: 1, bytes: byteSize }, 'Test/1'],
  )
})

test('the archive of a member: its creator is the actor, once for an address', async () => {
  const body = { files: [{ id: await file() }] }
  const { url, id } = (await manage(`POST /api/projects/${projectId}/archives`, body)).body.data
  await newEntries()
  await (await fetch(url)).arrayBuffer()
  const [entry, ...rest] = await newEntries()
  assert.deepEqual(rest, [])
  assert.deepEqual(
    [entry!.action, entry!.targetId, entry!.credential, entry!.actorId, entry!.address],
    ['archive.downloaded', id, 'NONE', owner.userId, '127.0.0.1'],
  )
  await (await fetch(url, { headers: { Range: 'bytes=0-9' } })).arrayBuffer()
  assert.deepEqual(await newEntries(), [])
  assert.equal((await fetch(url, { headers: { Range: 'bytes=99999-' } })).status, 416)
  assert.deepEqual(await newEntries(), [])
})
