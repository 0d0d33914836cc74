import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFolder } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { newPrefixedId } from '../../core/ids.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const video = 'dQw4w9WgXcQ'

function link(body: unknown) {
  return world.call(`POST /api/projects/${projectId}/files/upload.youtube`, { key: owner.key, body })
}

async function linked(body: object) {
  const answer = await link(body)
  assert.equal(answer.status, 201, JSON.stringify(body))
  assert.deepEqual(Object.keys(answer.body.data), ['id'])
  return (await world.call(`GET /api/files/${answer.body.data.id}`, { key: owner.key })).body.data
}

test('201: every form of YouTube URL', async () => {
  for (const url of [
    `https://www.youtube.com/watch?v=${video}`,
    `http://youtube.com/watch?v=${video}&t=42s&list=x`,
    `https://m.youtube.com/watch?list=x&v=${video}`,
    `https://music.youtube.com/watch?v=${video}`,
    `https://youtu.be/${video}`,
    `https://youtu.be/${video}?si=abc`,
    `https://www.youtube.com/shorts/${video}`,
    `https://www.youtube.com/embed/${video}?start=1`,
    `https://www.youtube-nocookie.com/embed/${video}`,
    `https://www.youtube.com/live/${video}/`,
  ]) {
    const { youtube } = await linked({ url })
    assert.deepEqual(youtube, { id: video, url: `https://www.youtube.com/watch?v=${video}` }, url)
  }
})

test('201: a file of mode YOUTUBE without bytes', async () => {
  const { id, name, mode, status, mimeType, size, byteSize, author, folder } = await linked({
    url: `https://youtu.be/${video}`,
  })
  assert.deepEqual([name, mode, status], [`YouTube ${video}`, 'YOUTUBE', 'UPLOADED'])
  assert.deepEqual([mimeType, folder, author.id], [null, null, owner.userId])
  // Existing clients expect a number.
  assert.deepEqual([size, byteSize], [0, null])
  for (const method of ['GET', 'QUERY']) {
    const { data } = (await world.call(`${method} /api/projects/${projectId}/files`, { key: owner.key })).body
    const listed = data.find((file: { id: string }) => file.id === id)
    assert.deepEqual([listed.size, listed.byteSize], [0, null], method)
  }
})

test('201: with a name of 1 to 255 characters, in a folder', async () => {
  const folder = { id: await newFolder(world, projectId, owner) }
  const file = await linked({ url: `https://youtu.be/${video}`, name: '🎬'.repeat(255), folder })
  assert.deepEqual([file.name, file.folder], ['🎬'.repeat(255), folder])
})

test('201 and 400: a URL has up to 2048 characters', async () => {
  const url = (length: number) => `https://youtu.be/${video}?`.padEnd(length, 'x')
  await linked({ url: url(2048) })
  assert.deepEqual((await link({ url: url(2049) })).body.errors[0].code, 'too_big')
})

test('400: URLs that are not YouTube videos', async () => {
  for (const url of [
    '',
    video,
    'not a url',
    'https://www.youtube.com/',
    'https://www.youtube.com/watch',
    'https://www.youtube.com/watch?v=short',
    `https://www.youtube.com/watch?v=${video}x`,
    `https://www.youtube.com/watch/${video}`,
    `https://www.youtube.com/playlist?list=${video}`,
    `https://www.youtube.com/@${video}`,
    `https://youtu.be/${video}/more`,
    `https://vimeo.com/${video}`,
    `https://youtube.com.evil.example/watch?v=${video}`,
    `https://evil.example/?https://youtu.be/${video}`,
    `https://youtu.be@evil.example/${video}`,
    `https://me:pass@youtu.be/${video}`,
    `https://youtu.be:8080/${video}`,
    `ftp://youtu.be/${video}`,
    `javascript:alert('https://youtu.be/${video}')`,
    `https://youtu.be/${video}?${'x'.repeat(2048)}`,
    7,
    null,
    undefined,
  ]) {
    const answer = await link({ url })
    assert.equal(answer.status, 400, String(url))
    assert.equal(answer.body.errors[0].path, '/url')
  }
})

test('400: an invalid name or folder', async () => {
  const url = `https://youtu.be/${video}`
  const elsewhere = await newFolder(world, (await world.project({ owner })).id, owner)
  for (const [fields, path] of [
    [{ name: '' }, '/name'],
    [{ name: '🎬'.repeat(256) }, '/name'],
    [{ colour: 'red' }, '/colour'],
    [{ folder: { id: elsewhere } }, '/folder/id'],
    [{ folder: { id: newPrefixedId('DX') } }, '/folder/id'],
    [{ folder: { id: 'DX' } }, '/folder/id'],
  ] as const) {
    const answer = await link({ url, ...fields })
    assert.equal(answer.status, 400)
    assert.equal(answer.body.errors[0].path, path)
  }
})
