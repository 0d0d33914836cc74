// Receipts of a real server, verified without it.
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startReviewWorld } from '../../server/src/operations/reviews/fixtures/review-world.ts'
import { hashOriginals } from '../../server/src/storage/original-hashes.ts'
import { runCli, temporaryFolder } from './run-cli.ts'

const { world, sql, owner, reviewer, version, file, send, succeed, give } = await startReviewWorld()
const folder = temporaryFolder()
const pathOf = (name: string) => join(folder, name)

const fileId = await file()
await sql`update files set name = 'master.mov' where id = ${fileId}`
const id = await version({ name: 'Teaser', files: [{ id: fileId }] })
await succeed(give(id, await reviewer('Ann'), 'APPROVED', 'Lovely'))
await hashOriginals({ sql, storage: world.storage }, id, new AbortController().signal)
for (const format of ['json', 'pdf']) {
  const { url } = await succeed(send(`GET /api/versions/${id}/receipt?format=${format}`, owner))
  writeFileSync(pathOf(`receipt.${format}`), Buffer.from(await (await fetch(url)).arrayBuffer()))
}
writeFileSync(pathOf('key.pem'), await (await fetch(`${world.url}/.well-known/dailies-receipt-key`)).text())
writeFileSync(pathOf('master.mov'), 'bytes')
await world.close()

const offline = () => Promise.reject(new Error('the network is not needed'))
const verify = (...words: string[]) => runCli(['verify', ...words], { fetch: offline })

test('a receipt as JSON and as PDF is valid, with the server gone', async () => {
  for (const format of ['json', 'pdf']) {
    const { code, stdout, stderr } = await verify(pathOf(`receipt.${format}`))
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^Teaser \(Project\): APPROVED\n/)
    assert.match(stdout, /The signature is valid\. Key: [0-9a-f]{64}\n/)
    assert.match(stdout, /APPROVED {2}Ann .*PROJECT_REVIEWER {2}Lovely\n/)
    assert.match(stdout, /not checked {2}master\.mov v1 {2}[0-9a-f]{64}\n$/)
  }
})

test('an original is recognised; an altered one is named, and the command fails', async () => {
  const good = await verify(pathOf('receipt.json'), pathOf('master.mov'), '--key', pathOf('key.pem'))
  assert.equal(good.code, 0, good.stderr)
  assert.match(good.stdout, /unchanged .*master\.mov {2}is master\.mov v1/)
  assert.match(good.stdout, /It is the key you trust\./)
  const other = temporaryFolder()
  writeFileSync(join(other, 'master.mov'), 'bytez')
  const bad = await verify(pathOf('receipt.pdf'), join(other, 'master.mov'))
  assert.equal(bad.code, 1)
  assert.match(
    bad.stderr,
    /Not an original of this receipt: .*master\.mov \(differs from master\.mov v1 in the receipt\)/,
  )
})

test('a receipt with any byte altered is refused', async () => {
  const altered = pathOf('altered')
  for (const [format, step] of [
    ['json', 23],
    ['pdf', 601],
  ] as const) {
    const bytes = readFileSync(pathOf(`receipt.${format}`))
    for (let at = 0; at < bytes.length; at += step) {
      const copy = Buffer.from(bytes)
      copy[at] = copy[at]! ^ 1
      writeFileSync(altered, copy)
      const { code, stdout } = await verify(altered)
      assert.deepEqual([code, stdout], [1, ''], `${format}, byte ${at}`)
    }
    for (const copy of [bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.from('\n')])]) {
      writeFileSync(altered, copy)
      assert.equal((await verify(altered)).code, 1, `${format}, another length`)
    }
  }
})

test('another key is refused, and so is a file that is no receipt or no key', async () => {
  const { publicKey } = generateKeyPairSync('ed25519')
  writeFileSync(pathOf('other.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
  const foreign = await verify(pathOf('receipt.json'), '--key', pathOf('other.pem'))
  assert.equal(foreign.code, 1)
  assert.match(foreign.stderr, /signed with another key/)
  assert.match((await verify(pathOf('master.mov'))).stderr, /is not a receipt of Dailies, or it was altered/)
  assert.match(
    (await verify(pathOf('receipt.json'), '--key', pathOf('master.mov'))).stderr,
    /does not contain a public key/,
  )
  assert.match((await verify(pathOf('missing.json'))).stderr, /Cannot read .*missing\.json/)
})

test('--json prints the receipt and the files that were compared', async () => {
  const { stdout } = await verify(pathOf('receipt.json'), pathOf('master.mov'), '--json')
  const { receipt, trusted, files } = JSON.parse(stdout)
  assert.deepEqual([receipt.version.name, trusted, files[0].file.name], ['Teaser', false, 'master.mov'])
})
