import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile, newUpload } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { sql } = world.database
const { id: projectId, owner } = await world.project()

function download(id: string) {
  return world.call(`GET /api/files/${id}/download`, { key: owner.key })
}

test('200: a URL valid for at least an hour returns the bytes and ranges of them, with the file name', async () => {
  const id = await newFile(world, projectId, owner)
  await sql`update files set name = 'Schnitt 3 ü.txt' where id = ${id}`
  const { status, body } = await download(id)
  assert.equal(status, 200)
  const { url, expiresAt } = body.data
  const seconds = (Date.parse(`${expiresAt.replace(' ', 'T')}Z`) - Date.now()) / 1000
  assert.ok(seconds > 3590 && seconds <= 7200, expiresAt)
  const answer = await fetch(url)
  assert.equal(await answer.text(), 'bytes')
  const disposition = answer.headers.get('content-disposition')!
  assert.ok(
    disposition.startsWith('attachment') && disposition.includes("filename*=UTF-8''Schnitt%203%20%C3%BC.txt"),
  )
  const part = await fetch(url, { headers: { Range: 'bytes=1-2' } })
  assert.deepEqual([part.status, await part.text()], [206, 'yt'])
})

test('the URL is the same for everybody in an hour, and expires when it says', async () => {
  const id = await newFile(world, projectId, owner)
  const { key } = await world.member(projectId, 'PROJECT_MEMBER')
  const answers = [await download(id), await world.call(`GET /api/files/${id}/download`, { key })]
  const ends = answers.map(({ body }) => body.data.expiresAt)
  const urls = answers.map(({ body }) => body.data.url)
  // Unless an hour began in between.
  if (ends[0] === ends[1]) assert.equal(urls[0], urls[1])
  const expires = Number(new URL(urls[0]).searchParams.get('expires'))
  assert.equal(Date.parse(`${ends[0].replace(' ', 'T')}Z`), expires * 1000)
})

test('200: HTML and SVG are always downloaded, never displayed', async () => {
  for (const type of ['text/html', 'image/svg+xml']) {
    const id = await newFile(world, projectId, owner)
    await sql`update files set mime_type = ${type} where id = ${id}`
    const { headers } = await fetch((await download(id)).body.data.url)
    assert.match(headers.get('content-disposition')!, /^attachment/)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
  }
})

test('409: files that are not stored here', async () => {
  const video = await world.call(`POST /api/projects/${projectId}/files/upload.youtube`, {
    key: owner.key,
    body: { url: 'https://youtu.be/dQw4w9WgXcQ' },
  })
  for (const id of [await newUpload(world, projectId, owner), video.body.data.id]) {
    const answer = await download(id)
    assert.deepEqual([answer.status, answer.body.code], [409, 'file_not_ready'])
  }
})
