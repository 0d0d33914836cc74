import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()

function create(body: unknown, { key = owner.key, headers = {} } = {}) {
  return world.call(`POST /api/projects/${projectId}/access-links`, { key, body, headers })
}

async function keyOf(id: string): Promise<string> {
  const answer = await world.call(`GET /api/project-access-links/${id}`, { key: owner.key })
  return answer.body.data.accessKey
}

async function stored(id: string) {
  const [link] = await world.database.sql`
    select role, description, key_hash, key_sealed, password_hash, allow_download, expires_at, created_by
    from access_links where id = ${id}`
  return link!
}

const inMillis = (millis: number) =>
  new Date(Date.now() + millis).toISOString().replace('T', ' ').replace('Z', '789')

test('201: a link of each role; all other fields may be omitted or null', async () => {
  for (const role of ['PROJECT_MEMBER', 'PROJECT_REVIEWER', 'PROJECT_RESTRICTED_REVIEWER']) {
    for (const more of [{}, { description: null, expiresAt: null, password: null }]) {
      const answer = await create({ role, ...more })
      assert.equal(answer.status, 201)
      assert.deepEqual(Object.keys(answer.body.data), ['id'])
      const link = await stored(answer.body.data.id)
      assert.deepEqual(
        [link.role, link.description, link.password_hash, link.allow_download, link.expires_at],
        [role, null, null, true, null],
      )
      assert.equal(link.created_by, owner.userId)
    }
  }
})

test('201: values at their limits', async () => {
  const expiresAt = inMillis(60_000)
  const answer = await create({
    role: 'PROJECT_REVIEWER',
    description: '😀'.repeat(500),
    expiresAt,
    password: '😀'.repeat(128),
    allowDownload: false,
  })
  assert.equal(answer.status, 201)
  const link = await stored(answer.body.data.id)
  assert.deepEqual(
    [link.description, link.allow_download, link.expires_at],
    ['😀'.repeat(500), false, expiresAt],
  )
  for (const body of [{ description: '' }, { password: 'x' }, { expiresAt: '9999-12-31 23:59:59.999999' }]) {
    assert.equal((await create({ role: 'PROJECT_REVIEWER', ...body })).status, 201)
  }
})

test('the key is stored hashed and sealed, the password hashed; neither is stored in clear text', async () => {
  const body = { role: 'PROJECT_REVIEWER', password: 'open sesame' }
  const headers = { 'Idempotency-Key': 'a' }
  const ids = [(await create(body, { headers })).body.data.id, (await create(body)).body.data.id]
  const keys = await Promise.all(ids.map(keyOf))
  assert.notEqual(keys[0], keys[1])
  for (const [i, key] of keys.entries()) {
    assert.match(key, /^[0-9A-Za-z]{32}$/)
    const link = await stored(ids[i])
    assert.deepEqual(link.key_hash, createHash('sha256').update(key).digest())
    assert.ok(!(link.key_sealed as Buffer).includes(key))
    assert.match(link.password_hash as string, /^\$argon2id\$/)
  }
  const [{ dump } = { dump: '' }] = await world.database.sql<{ dump: string }>`
    select concat((select string_agg(l::text, ' ') from access_links l),
      (select string_agg(k::text, ' ') from idempotency_keys k)) as dump`
  const hex = (text: string) => Buffer.from(text).toString('hex')
  for (const secret of [...keys, 'open sesame']) {
    assert.ok(!dump.includes(secret) && !dump.includes(hex(secret)))
  }
})

test('400: values beyond the limits, in the past or of the wrong type, and unknown fields', async () => {
  for (const [more, path] of [
    [{ role: undefined }, '/role'],
    [{ role: 'PROJECT_OWNER' }, '/role'],
    [{ role: 'PROJECT_MANAGER' }, '/role'],
    [{ description: 'a'.repeat(501) }, '/description'],
    [{ password: '' }, '/password'],
    [{ password: '😀'.repeat(129) }, '/password'],
    [{ allowDownload: null }, '/allowDownload'],
    [{ allowDownload: 'yes' }, '/allowDownload'],
    [{ expiresAt: inMillis(-1_000) }, '/expiresAt'],
    [{ expiresAt: '2099-02-30 00:00:00.000000' }, '/expiresAt'],
    [{ expiresAt: '2099-01-01 24:00:00.000000' }, '/expiresAt'],
    [{ expiresAt: '0000-01-01 00:00:00.000000' }, '/expiresAt'],
    [{ expiresAt: '2099-01-01T00:00:00.000000' }, '/expiresAt'],
    [{ expiresAt: '2099-01-01 00:00:00' }, '/expiresAt'],
    [{ expiresAt: 4_102_444_800 }, '/expiresAt'],
    [{ accessKey: 'of my own' }, '/accessKey'],
  ] as const) {
    const answer = await create({ role: 'PROJECT_REVIEWER', ...more })
    assert.equal(answer.status, 400, JSON.stringify(more))
    assert.deepEqual(
      answer.body.errors.map((error: { path: string }) => error.path),
      [path],
    )
  }
})
