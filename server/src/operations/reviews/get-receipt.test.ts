import assert from 'node:assert/strict'
import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto'
import { test } from 'node:test'
import { until } from '../../../test/helpers/until.ts'
import { loadReceiptKey } from '../../auth/receipt-key.ts'
import { canonicalJson } from '../../core/canonical-json.ts'
import { createSecretBox } from '../../core/secret-box.ts'
import { hashOriginals } from '../../storage/original-hashes.ts'
import { startReviewWorld } from './fixtures/review-world.ts'

const all = await startReviewWorld({ work: true })
const { world, sql, projectId, owner, reviewer, version, file, request, send, succeed, give } = all

/** Repeats the call until the hashes are there. */
function receiptUrl(id: string, format = 'json', person = owner): Promise<string> {
  return until(async () => {
    const { status, body } = await send(`GET /api/versions/${id}/receipt?format=${format}`, person)
    if (status === 200) return body.data.url
    assert.deepEqual([status, body.code], [409, 'receipt_not_ready'])
  })
}

async function receiptOf(id: string, person = owner) {
  const answer = await fetch(await receiptUrl(id, 'json', person))
  assert.equal(answer.status, 200)
  // biome-ignore lint/suspicious/noExplicitAny: the test reads what it expects.
  return (await answer.json()) as any
}

const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex')

test('200: the receipt names people, roles, times, the rule and the SHA-256 of each original, and is signed', async () => {
  const fileId = await file()
  const ann = await reviewer('Ann')
  const id = await version({ name: 'Teaser', files: [{ id: fileId }], reviewRule: { type: 'ALL_REQUESTED' } })
  await succeed(request(id, [ann]))
  await succeed(give(id, ann, 'APPROVED', 'Lovely'))
  const { receipt, key, signature } = await receiptOf(id)
  const [{ name, size }] = (await sql<{ name: string; size: number }>`
    select name, size from files where id = ${fileId}`) as [{ name: string; size: number }]
  const { issuedAt, version: about, verdicts, server, ...rest } = receipt
  assert.match(issuedAt, /^\d{4}-/)
  assert.match(server, /^http:/)
  assert.deepEqual([about.name, about.status], ['Teaser', 'APPROVED'])
  assert.deepEqual(rest, {
    layout: 'dailies-receipt-1',
    project: { id: projectId, name: 'Project' },
    rule: { type: 'ALL_REQUESTED', user: null, agentVerdictsCount: false },
    reviewers: [{ id: ann.userId, name: 'Ann' }],
    files: [{ id: fileId, name, revision: 1, size, sha256: sha256('bytes') }],
  })
  const { givenAt, ...given } = verdicts[0]
  assert.match(givenAt, /^\d{4}-/)
  assert.deepEqual(given, {
    user: { id: ann.userId },
    name: 'Ann',
    role: 'PROJECT_REVIEWER',
    verdict: 'APPROVED',
    note: 'Lovely',
    agent: false,
    stale: null,
    files: [{ id: fileId, revision: 1 }],
  })
  const der = Buffer.from(key.publicKey, 'base64')
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
  assert.ok(verify(null, Buffer.from(canonicalJson(receipt)), publicKey, Buffer.from(signature, 'base64')))
  assert.equal(key.fingerprint, sha256(der))
  const published = await (await fetch(`${world.url}/.well-known/dailies-receipt-key`)).text()
  assert.ok(createPublicKey(published).equals(publicKey))
})

test('200: a PDF with the receipt attached, as a download', async () => {
  const id = await version({ name: 'Größe' })
  await succeed(give(id, owner, 'NEED_EDIT', 'Too dark'))
  const answer = await fetch(await receiptUrl(id, 'pdf'))
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'application/pdf')
  assert.match(answer.headers.get('content-disposition')!, /^attachment; filename=".*receipt\.pdf"/)
  const bytes = Buffer.from(await answer.arrayBuffer())
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
  assert.ok(bytes.includes('/Type /EmbeddedFile'))
})

test('200: a file without bytes has no SHA-256; a restricted reviewer gets a receipt of the files that they see', async () => {
  const { id: linked } = await succeed(
    send(`POST /api/projects/${projectId}/files/upload.youtube`, owner, {
      url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    }),
  )
  const shown = await file()
  const id = await version({ files: [{ id: linked }, { id: shown }] })
  const restricted = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  await succeed(give(id, owner, 'APPROVED'))
  const whole = (await receiptOf(id)).receipt
  assert.deepEqual(
    whole.files.map((one: { id: string; sha256: string | null }) => [one.id, one.sha256 === null]),
    [
      [linked, true],
      [shown, false],
    ],
  )
  const partial = (await receiptOf(id, restricted)).receipt
  assert.deepEqual(
    partial.files.map((one: { id: string }) => one.id),
    [shown],
  )
  assert.deepEqual(partial.verdicts[0].files, [{ id: shown, revision: 1 }])
})

test('403: an altered URL, such as one for another role; 404: a deleted version', async () => {
  const id = await version()
  const restricted = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  const url = await receiptUrl(id, 'json', restricted)
  const altered = url.replace('PROJECT_RESTRICTED_REVIEWER', 'PROJECT_OWNER')
  assert.notEqual(altered, url)
  assert.equal((await fetch(altered)).status, 403)
  await succeed(send(`DELETE /api/versions/${id}`))
  assert.equal((await fetch(url)).status, 404)
})

test('two nodes that need the key at the same time make one; a key of a lost SECRET_KEY is replaced', async () => {
  const { secrets } = world.services
  await sql`delete from settings where name = 'receipt_key'`
  const keys = await Promise.all([1, 2, 3].map(() => loadReceiptKey(sql, secrets)))
  assert.equal(new Set(keys.map(({ fingerprint }) => fingerprint)).size, 1)
  const later = createSecretBox([randomBytes(32)])
  const next = await Promise.all([1, 2].map(() => loadReceiptKey(sql, later)))
  assert.equal(next[0]!.fingerprint, next[1]!.fingerprint)
  assert.notEqual(next[0]!.fingerprint, keys[0]!.fingerprint)
})

test('hashes are computed once, and can be repeated', async () => {
  const fileId = await file()
  const id = await version({ files: [{ id: fileId }, { id: await file() }] })
  const services = { sql, storage: world.storage }
  await Promise.all([1, 2].map(() => hashOriginals(services, id, new AbortController().signal)))
  const rows = await sql<{ sha256: string }>`
    select encode(h.sha256, 'hex') as sha256 from object_hashes h join files f on f.object_id = h.object_id
    where f.id = ${fileId}`
  assert.deepEqual(rows, [{ sha256: sha256('bytes') }])
})
