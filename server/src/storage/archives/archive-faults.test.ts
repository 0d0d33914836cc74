// Archives while the bucket fails, and when the client is gone.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { readZip } from '../../../test/helpers/read-zip.ts'
import { until } from '../../../test/helpers/until.ts'
import { startS3 } from '../../../test/stand-ins/s3.ts'
import { fetchBytes, startArchiveWorld } from '../../../test/worlds/archive-world.ts'

process.env.AWS_ACCESS_KEY_ID ??= 'nobody'
process.env.AWS_SECRET_ACCESS_KEY ??= 'nothing'
const s3 = await startS3()
const { world, file, create, references } = await startArchiveWorld({ env: { STORAGE_URL: s3.storageUrl } })
const bytes = randomBytes(12_000_000)
const large = await file('large.bin', { bytes })
const isRead = (name: string) => name === 'GET object'

test('a bucket that cuts connections: the read continues, and the archive is whole', async () => {
  const { url } = await create({ files: references(large) })
  s3.stall('cut', isRead)
  const arriving = fetchBytes(url)
  await s3.stalled(3)
  s3.recover()
  assert.ok(
    readZip(await arriving)
      .get('large.bin')!
      .equals(bytes),
  )
})

test('a bucket that stays down: 503 before the first byte', async () => {
  const small = await file('small.bin', { bytes: randomBytes(50_000) })
  const { url } = await create({ files: references(small) })
  s3.stall('cut', isRead)
  const answer = await fetch(url)
  s3.recover()
  assert.equal(answer.status, 503, await answer.text())
})

test('a client that hangs up while the bucket is silent leaves no connection and no slot', async () => {
  const { url } = await create({ files: references(large) })
  await until(async () => (await transfers()) === 0)
  s3.stall('half', isRead)
  const request = get(url, { agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  await once(response, 'data')
  await s3.stalled(1)
  const open = await s3.openConnections()
  request.destroy()
  await until(async () => (await transfers()) === 0 && (await s3.openConnections()) < open)
  s3.recover()
})

async function transfers(): Promise<number> {
  const text = await (await fetch(`${world.url}/metrics`)).text()
  return Number(/^dailies_http_transfers (\d+)$/m.exec(text)![1])
}
