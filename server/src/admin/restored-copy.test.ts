// A restored database is a copy, which contacts nobody until `admin restore --go-live`.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { until } from '../../test/helpers/until.ts'
import { createIdleProvider } from '../../test/stand-ins/generation-providers.ts'
import { startMailServer } from '../../test/stand-ins/mail-server.ts'
import { newFile } from '../../test/worlds/samples.ts'
import { call, startWorld } from '../../test/worlds/world.ts'
import { readConfig } from '../config.ts'
import { newUuid } from '../core/ids.ts'
import { readInstallation } from '../core/installation.ts'
import { startReceiver } from '../events/webhooks/fixtures/receiver.ts'
import { startService } from '../service.ts'
import { writeBackup } from './backup.ts'
import { createTarget, type Target, temporaryFolder } from './fixtures/admin-world.ts'

const s3Url = process.env.TEST_S3_URL
const mail = await startMailServer()
const receiver = await startReceiver()
const env = {
  SECRET_KEY: 'a secret key of these tests with 32 characters or more',
  SMTP_URL: mail.url,
  MAIL_FROM: 'Dailies <review@example.com>',
  WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
  ...(s3Url ? { STORAGE_URL: s3Url.replace('?', `/copy-${randomBytes(6).toString('hex')}?`) } : {}),
}

// The installation that is backed up. No worker delivers there: the backup contains a webhook with a pending
// delivery.
const source = await startWorld({ env })
const admin = await source.person({ role: 'ADMIN' })
const session = await source.session(admin.userId)
const { id: projectId, owner } = await source.project()
const fileId = await newFile(source, projectId, owner)
const doomed = await source.project()
await source.database.sql`
  update projects set destroyed_at = now() - interval '1 day' where id = ${doomed.id}`
const webhook = { url: receiver.url, events: ['*'] }
assert.equal((await source.call('POST /api/webhooks', { key: admin.key, body: webhook })).status, 201)
const chat = { url: `http://${receiver.host}/chat`, events: ['folder.*'], format: 'slack' }
assert.equal((await source.call('POST /api/webhooks', { key: admin.key, body: chat })).status, 201)
const folder = { name: 'Emitted' }
await source.call(`POST /api/projects/${projectId}/folders`, { key: owner.key, body: folder })
await until(async () => (await source.database.sql`select from webhook_deliveries`).length > 0)
const backup = join(temporaryFolder(), 'backup.tgz')
await writeBackup({ connection: source.databaseUrl, dataDir: source.dataDir, file: backup })

async function restored(...options: string[]): Promise<Target> {
  const target = await createTarget()
  const restore = await target.admin('restore', '--from', backup, ...options)
  assert.equal(restore.code, 0, restore.stderr)
  return target
}

/**
 * A whole server on a restored database, with the settings of the source: also its storage, when that is a bucket.
 */
async function serve(target: Target) {
  const many = 'default=1000000,tier2=1000000,tier3=1000000,tier4=1000000,auth=1000000,guesses=1000000'
  const config = readConfig({ PORT: '0', DATA_DIR: target.dataDir, RATE_LIMITS: many, ...env })
  const service = await startService(config, {
    ...{ connection: target.url, logger: pino({ level: 'silent' }), serve: true, work: true },
    providers: [createIdleProvider()],
  })
  after(() => service.close())
  const url = `http://127.0.0.1:${service.port}`
  return {
    ...service,
    ask: (route: string, key: string, body?: object) => call(url, route, { key, ...(body && { body }) }),
  }
}

type Server = Awaited<ReturnType<typeof serve>>

function invite({ ask }: Server, email: string) {
  return ask('POST /api/workspace/invitations', session, { email, role: 'MEMBER' })
}

function generate({ ask }: Server) {
  const body = {
    outputType: 'DOCUMENT',
    outputModel: 'markdown',
    prompt: 'A sample',
    folder: null,
    attachments: null,
  }
  return ask(`POST /api/projects/${projectId}/files/upload.generate`, owner.key, body)
}

function startUpload({ ask }: Server) {
  return ask(`POST /api/projects/${projectId}/files/upload.multipart`, owner.key, { name: 'a.mov', size: 10 })
}

test('a restored copy sends, generates, stores and sweeps nothing, until --go-live', async () => {
  const target = await restored()
  // Two nodes: both must behave the same, and a change on one must take effect on the other.
  const nodes = [await serve(target), await serve(target)]
  const { sql } = nodes[0]!.database
  for (const node of nodes) {
    const ready = await node.ask('GET /readyz', owner.key)
    assert.deepEqual([ready.body.status, ready.body.reasons[0].code], ['degraded', 'restored_copy'])
    // The copy can be read, and changed where nothing leaves the database.
    assert.equal((await node.ask(`GET /api/files/${fileId}`, owner.key)).status, 200)
    const created = await node.ask(`POST /api/projects/${projectId}/folders`, owner.key, { name: newUuid() })
    assert.equal(created.status, 201)
    const invited = await invite(node, `${newUuid()}@example.com`)
    assert.equal(invited.status, 201)
    assert.match(invited.body.data.url, /invitation/, 'the link is shown instead of sent')
    for (const refused of [await generate(node), await startUpload(node)]) {
      assert.deepEqual([refused.status, refused.body.code], [503, 'restored_copy'])
    }
    await assert.rejects(node.storage.write(newUuid(), Readable.from([Buffer.from('x')])), {
      code: 'restored_copy',
    })
    await assert.rejects(node.storage.remove(fileId), { code: 'restored_copy' })
  }
  // Deliveries are due, and a project was due to be purged when the nodes started.
  await until(async () => (await sql`select from webhook_deliveries`).length >= 3)
  const sweep = await target.admin('storage', 'sweep', '--limit', '1000')
  assert.match(sweep.stderr, /restored copy/)
  const attempts = await sql<{ attempts: number }>`select attempts from webhook_deliveries where attempts > 0`
  assert.deepEqual([receiver.received, mail.letters, attempts], [[], [], []])
  assert.equal((await sql`select from projects`).length, 2)
  assert.equal((await readInstallation(sql)).sweep, undefined)

  const live = await target.admin('restore', '--go-live')
  assert.deepEqual(live.json, { live: true, wasCopy: true })
  await until(() => receiver.events().size >= 3)
  await until(async () => (await sql`select from projects`).length === 1)
  for (const node of nodes) {
    await until(() => !node.installation.isCopy())
    assert.deepEqual((await node.ask('GET /readyz', owner.key)).body, { status: 'ready' })
    assert.equal((await generate(node)).status, 202)
    assert.equal((await startUpload(node)).status, 201)
    assert.equal((await invite(node, 'ann@example.com')).body.data.url, null)
    assert.deepEqual((await mail.next()).to, ['ann@example.com'])
  }
  assert.deepEqual((await target.admin('restore', '--go-live')).json, { live: true, wasCopy: false })
})

test('restore --from --go-live: the database is live from the first start, and posts no old messages', async () => {
  const target = await restored('--go-live')
  const { installation, database } = await serve(target)
  assert.equal(installation.isCopy(), false)
  const messages = await database.sql<{ state: string; attempts: number }>`
    select d.state, d.attempts from webhook_deliveries d join webhooks w on w.id = d.webhook_id where w.format = 'slack'`
  assert.deepEqual(messages, [{ state: 'SKIPPED', attempts: 0 }])
  assert.deepEqual(await database.sql`select from webhook_waiting`, [])
})

test('restore without --from and --go-live names the missing option', async () => {
  const { code, stderr } = await (await createTarget()).admin('restore')
  assert.equal(code, 2)
  assert.match(stderr, /--from FILE .*--go-live/)
})

test('a running server whose database is replaced by a backup stops sending', async () => {
  const target = await restored('--go-live')
  const server = await serve(target)
  assert.equal((await startUpload(server)).status, 201)
  const restore = await target.admin('restore', '--from', backup, '--force')
  assert.equal(restore.code, 0, restore.stderr)
  await until(() => server.installation.isCopy())
  assert.equal((await startUpload(server)).body.code, 'restored_copy')
  const { sql } = server.database
  const sent = await sql<{ attempts: number }>`select attempts from webhook_deliveries where attempts > 0`
  assert.deepEqual(sent, [])
})

test('a trial restore with the STORAGE_URL of production does not change the bucket', {
  skip: s3Url ? false : 'no S3 server',
}, async () => {
  const before = [await Array.fromAsync(source.storage.objects()), await source.storage.readMarker()]
  const server = await serve(await restored())
  assert.equal((await startUpload(server)).status, 503)
  assert.deepEqual(
    [await Array.fromAsync(source.storage.objects()), await source.storage.readMarker()],
    before,
  )
})
