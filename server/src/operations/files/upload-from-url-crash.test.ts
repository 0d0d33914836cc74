import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetKilled } from '../../../test/helpers/queued-tasks.ts'
import { until } from '../../../test/helpers/until.ts'
import { sends, startFileSource } from '../../../test/stand-ins/file-source.ts'
import { killWorkersAfterFile, startWorkerProcess } from '../../../test/worlds/worker-process.ts'
import { startWorld } from '../../../test/worlds/world.ts'

killWorkersAfterFile()

test('a worker that is killed during a download: the next one starts it again', async () => {
  const { host, offers } = await startFileSource()
  const world = await startWorld({ env: { UPLOAD_ALLOW_HOSTS: host } })
  const { id: projectId, owner } = await world.project()
  const bytes = Buffer.from('%PDF-1.7 a brief')
  const asked = Promise.withResolvers<void>()
  const url = offers(
    'brief.pdf',
    (response) => {
      response.writeHead(200, { 'Content-Length': String(bytes.length) }).write(bytes.subarray(0, 4))
      asked.resolve()
    },
    sends(bytes),
  )
  const worker = new URL('../../../test/worlds/fetch-worker.ts', import.meta.url)
  const first = await startWorkerProcess(world.databaseUrl, world.dataDir, host, worker)
  const { body } = await world.call(`POST /api/projects/${projectId}/files/upload.url`, {
    key: owner.key,
    body: { url },
  })
  await asked.promise
  await first.kill()
  await forgetKilled(world.database.sql)
  const second = await startWorkerProcess(world.databaseUrl, world.dataDir, host, worker)
  const file = await until(async () => {
    const { data } = (await world.call(`GET /api/files/${body.data.id}`, { key: owner.key })).body
    return data.status !== 'UPLOADING' && data
  }, second.output)
  assert.deepEqual([file.status, file.byteSize], ['UPLOADED', bytes.length])
  await second.stop()
})
