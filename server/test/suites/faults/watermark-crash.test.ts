// kill -9 of real workers while they draw watermarks: another worker takes over, and the dead one leaves nothing behind.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { removeWatermarks } from '../../../src/jobs/watermarks.ts'
import { sameForAll, startMarkedWorld } from '../../../src/media/watermark/fixtures/marked-world.ts'
import { files } from '../../../src/operations/shares/fixtures/share-world.ts'
import { forgetKilled } from '../../helpers/queued-tasks.ts'
import { until } from '../../helpers/until.ts'
import { killWorkersAfterFile, startWorkerProcess } from '../../worlds/worker-process.ts'

killWorkersAfterFile()

const marked = await startMarkedWorld({ work: false })
const { world, sql, share, media, reaches, manage } = marked
const gates = mkdtempSync(join(tmpdir(), 'dailies-gates-'))
after(() => rmSync(gates, { recursive: true, force: true }))
const script = new URL('../../worlds/watermark-worker.ts', import.meta.url)
const startWorker = () => startWorkerProcess(world.databaseUrl, world.dataDir, gates, script)
const gate = join(gates, 'hold-watermark')
const hold = () => writeFileSync(gate, '')
const release = () => rmSync(gate, { force: true })
const scratch = () => {
  const folder = join(world.dataDir, 'watermarks')
  return existsSync(folder) ? readdirSync(folder) : []
}

/** Left running by each test for the next one. */
let worker = await startWorker()

/** A share with a video, and a guest who has opened it while the work is held. */
async function opened() {
  hold()
  const fileId = await media('VIDEO')
  const made = await share(files(fileId), { watermark: sameForAll })
  const guest = await made.guest()
  await guest.call(`GET /api/files/${fileId}`)
  await until(async () => scratch().length === 2 && existsSync(join(gates, 'at-PROXY')))
  return { fileId, made, guest }
}

async function requireOrder(): Promise<void> {
  assert.deepEqual(await marked.storedKeys(), await marked.objectIds())
  assert.deepEqual(await Array.fromAsync(world.storage.uploads()), [])
  await until(async () => scratch().length === 0)
}

test('kill -9 while watermarks are drawn: another worker draws them, and the scratch folder is empty', async () => {
  const { fileId, guest } = await opened()
  await worker.kill()
  await forgetKilled(sql)
  release()
  worker = await startWorker()
  assert.equal((await reaches(guest, fileId, 'READY', 'FAILED')).state, 'READY')
  const attempts =
    await sql`select distinct attempt, tries, cut_offs as "cutOffs" from watermarks where file_id = ${fileId}`
  assert.deepEqual(attempts, [{ attempt: 2, tries: 1, cutOffs: 1 }])
  await requireOrder()
})

test('kill -9 after the bytes are stored and before their rows are: no bytes are left', async () => {
  const { fileId, made, guest } = await opened()
  const client = new pg.Client(world.databaseUrl)
  await client.connect()
  // The rows cannot be committed while another transaction has the row of the copy.
  await client.query('begin')
  const before = (await marked.storedKeys()).length
  await client.query('select from watermarks where share_id = $1 for update', [made.id])
  release()
  // Seven objects: all derivatives except the still for messages.
  await until(async () => (await marked.storedKeys()).length === before + 7)
  await worker.kill()
  await client.query('rollback')
  await client.end()
  await forgetKilled(sql)
  worker = await startWorker()
  assert.equal((await reaches(guest, fileId, 'READY', 'FAILED')).state, 'READY')
  await requireOrder()
})

test('SIGTERM while watermarks are drawn: they are handed back at once, and the attempt does not count', async () => {
  const { fileId, guest } = await opened()
  assert.equal(await worker.stop(), 0, worker.output())
  const rows = await sql`select distinct state, tries from watermarks where file_id = ${fileId}`
  assert.deepEqual(rows, [{ state: 'QUEUED', tries: 0 }])
  assert.deepEqual(scratch(), [])
  release()
  worker = await startWorker()
  await reaches(guest, fileId, 'READY')
  await requireOrder()
})

test('kill -9 in the middle, and the share is deleted before another worker comes: nothing is left', async () => {
  const { made } = await opened()
  await worker.kill()
  await manage(`DELETE /api/shares/${made.id}`)
  release()
  worker = await startWorker()
  await world.runJob(removeWatermarks)
  assert.deepEqual(await marked.copies(made.id), [])
  await requireOrder()
  assert.equal(await worker.stop(), 0, worker.output())
})
