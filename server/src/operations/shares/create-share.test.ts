import assert from 'node:assert/strict'
import { test } from 'node:test'
import { created, files, startShareWorld, versions } from './fixtures/share-world.ts'

const { world, projectId, owner, manage, api, file, folder, version } = await startShareWorld()

const create = (fields: object) =>
  manage(`POST /api/projects/${projectId}/shares`, { name: 'Cut 3', ...fields })

test('201: a share has careful defaults, and its link', async () => {
  const id = await file()
  const { createdAt, updatedAt, url, ...share } = created(await create({ items: files(id) }))
  assert.match(url, /\/s\/[0-9A-Za-z]{32}$/)
  assert.deepEqual(createdAt, updatedAt)
  assert.deepEqual(
    { ...share, id: '', items: share.items.map(({ kind, id }: { kind: string; id: string }) => [kind, id]) },
    {
      id: '',
      name: 'Cut 3',
      items: [['FILE', id]],
      access: 'COMMENT',
      comments: 'OWN',
      verdicts: false,
      downloads: 'NONE',
      upload: null,
      revisions: 'LATEST',
      hasPassword: false,
      expiresAt: null,
      welcome: null,
      email: 'NONE',
      watermark: null,
      endedAt: null,
      guestCount: 0,
      lastOpenedAt: null,
      project: { id: projectId },
      author: { id: owner.userId, name: 'Someone', avatarUrl: null },
    },
  )
})

test('201: every setting is stored as it was sent', async () => {
  const place = await folder()
  const settings = {
    items: versions(await version([await file()])),
    access: 'VIEW',
    comments: 'ALL',
    verdicts: true,
    downloads: 'PROXY',
    upload: { folder: { id: place }, maxBytes: 1_000_000, kinds: ['VIDEO', 'AUDIO'] },
    revisions: 'FROZEN',
    password: 'harbour',
    expiresAt: '2100-01-01 00:00:00.000000',
    welcome: 'Dear client, this is the third cut.',
    email: 'REQUIRED',
    watermark: { text: '{name} · {date}', position: 'TILED', size: 'SMALL', opacity: 0.3 },
  }
  const share = created(await create(settings))
  const { items, password: _password, upload, ...rest } = settings
  for (const [field, value] of Object.entries(rest)) assert.deepEqual(share[field], value, field)
  assert.deepEqual(share.items[0].id, items[0]!.id)
  assert.deepEqual(share.upload, { ...upload, folder: { id: place, name: share.upload.folder.name } })
  assert.equal(share.hasPassword, true)
})

test('400: settings that contradict each other, and an expiry in the past', async () => {
  const items = files(await file())
  const watermark = { text: 'x', position: 'CENTER', size: 'LARGE', opacity: 0.5 }
  const faults: [object, string, string][] = [
    [{ verdicts: true }, '/verdicts', 'contradiction'],
    [{ watermark, downloads: 'ORIGINAL' }, '/downloads', 'contradiction'],
    [{ watermark: { ...watermark, opacity: 0.01 } }, '/watermark/opacity', 'too_small'],
    [{ expiresAt: '2020-01-01 00:00:00.000000' }, '/expiresAt', 'too_small'],
    [{ upload: { folder: { id: 'DXaaaaaaaaaaaaaaaaaaaaab' } } }, '/upload/folder/id', 'not_found'],
    [{ items: files('FX\0') }, '/items/0/id', 'not_found'],
    [{ items: [...items, ...files('not-an-id')] }, '/items/1/id', 'not_found'],
    [{ items: [...items, ...items] }, '/items/1/id', 'duplicate'],
    [{ password: '' }, '/password', 'too_small'],
    [{ name: '' }, '/name', 'too_small'],
  ]
  for (const [fields, path, code] of faults) {
    const { status, body } = await create({ items, ...fields })
    assert.deepEqual([status, body.errors[0].path, body.errors[0].code], [400, path, code])
  }
})

test('201: a repetition with the same Idempotency-Key returns the same link, which is stored encrypted', async () => {
  const body = { name: 'Once', items: files(await file()) }
  const call = () =>
    world.call(`POST /api/projects/${projectId}/shares`, {
      key: owner.key,
      body,
      headers: { 'Idempotency-Key': 'share-once' },
    })
  const [first, second] = [await call(), await call()]
  assert.deepEqual(second.body, first.body)
  const key = first.body.data.url.split('/s/')[1]
  const stored = await world.database.sql<{ body: string }>`
    select body from idempotency_keys where operation = 'createShare'`
  assert.ok(stored.length === 1 && !stored[0]!.body.includes(key))
})

test('403: an API key that may not let people in cannot share', async () => {
  const manager = await world.member(projectId, 'PROJECT_MANAGER')
  const items = files(await file())
  await world.database.sql`update api_keys set may_add_people = false where user_id = ${manager.userId}`
  const refused = await api(manager.key, `POST /api/projects/${projectId}/shares`, { name: 'x', items })
  assert.equal(refused.body.code, 'forbidden_for_connection')
})
