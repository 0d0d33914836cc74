// Items 1, 5, 6 and 10 of what surprised clients: replies, places and deleted parents.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { call, expect, expectInvalid, newFile, newProject, pixel } from '../client.ts'
import { test } from '../suite.ts'

const project = await newProject()
const file = await newFile(project)
/** A file of an unknown kind accepts every kind of place. */
const onFile = `/api/files/${await newFile(project, { name: 'take.bin', bytes: Buffer.from([0, 1, 2, 255]) })}/comments`
const read = (id: string) => expect(200, `GET /api/comments/${id}`)

test('1. a reply by the deprecated parentId attaches to the comment, on projects and on files', async () => {
  for (const route of [`/api/projects/${project}/comments`, `/api/files/${file}/comments`]) {
    const parent = await expect(201, `POST ${route}`, { body: { content: 'Parent' } })
    for (const fields of [{ parentId: parent.id }, { parentId: parent.id, parent: { id: parent.id } }]) {
      const reply = await expect(201, `POST ${route}`, { body: { content: 'Reply', ...fields } })
      assert.deepEqual((await read(reply.id)).parent, { id: parent.id })
    }
    const other = await expect(201, `POST ${route}`, { body: { content: 'Other' } })
    const both = { content: 'Reply', parentId: parent.id, parent: { id: other.id } }
    await expectInvalid(['/parentId'], `POST ${route}`, { body: both })
  }
})

test('1. parentId is marked deprecated in OpenAPI', async () => {
  const { body: openapi } = await call('GET /openapi.json', { key: null })
  for (const [path, item] of Object.entries<Record<string, { requestBody: object }>>(openapi.paths)) {
    if (!/^\/api\/(projects|files)\/[^/]+\/comments$/.test(path)) continue
    assert.match(
      JSON.stringify(item.post!.requestBody),
      /"parentId":\{[^{}]*("anyOf":\[[^\]]*\][^{}]*)?"deprecated":true/,
    )
  }
})

test('5. a comment that only marks a place is allowed on a file, and not on a project', async () => {
  const pen = {
    kind: 'pen',
    points: [
      [0.1, 0.2],
      [0.3, 0.4],
    ],
    colour: '#ff0000',
    width: 0.01,
  }
  const places = [
    { anchor: 1_000 },
    { anchor: 1_000, duration: 500 },
    { frame: 12 },
    { annotation: { shapes: [pen] } },
  ]
  for (const place of places) {
    const { id } = await expect(201, `POST ${onFile}`, { body: place })
    const comment = await read(id)
    assert.equal(comment.content, null)
    for (const [field, value] of Object.entries(place)) assert.deepEqual(comment[field], value)
  }
  assert.equal((await call(`POST ${onFile}`, { body: {} })).status, 400)
  assert.equal((await call(`POST /api/projects/${project}/comments`, { body: {} })).status, 400)
})

test('6. an anchor or a duration with a fraction is rounded to whole milliseconds', async () => {
  const rounded = [
    [{ anchor: 1500.4, duration: 250.6 }, [1500, 251]],
    [{ anchor: 0.2 }, [0, null]],
    [{ anchor: 2e3 }, [2000, null]],
  ] as const
  for (const [place, expected] of rounded) {
    const { id } = await expect(201, `POST ${onFile}`, { body: { content: 'Here', ...place } })
    const { anchor, duration } = await read(id)
    assert.deepEqual([anchor, duration], expected)
  }
})

test('6. an anchor on an image means the image', async () => {
  const image = await newFile(project, { name: 'still.png', bytes: pixel })
  const body = { content: 'Too dark', anchor: 0 }
  const { id } = await expect(201, `POST /api/files/${image}/comments`, { body })
  assert.equal((await read(id)).anchor, null)
})

const noFfmpeg = spawnSync('ffmpeg', ['-version']).error ? 'needs ffmpeg' : false

test('6. an anchor less than a frame after the end is moved to the end; further away it returns 400', {
  skip: noFfmpeg,
}, async () => {
  const video = await newFile(project, { name: 'second.mp4', bytes: oneSecondOfVideo() })
  let { media } = await expect(200, `GET /api/files/${video}`)
  for (const end = performance.now() + 120_000; media?.state !== 'READY' && performance.now() < end; ) {
    await pause(200)
    media = (await expect(200, `GET /api/files/${video}`)).media
  }
  assert.equal(media.durationMs, 1_000)
  const route = `POST /api/files/${video}/comments`
  for (const anchor of [1_000, 1_020.5, 1_039]) {
    const { id } = await expect(201, route, { body: { content: 'The end', anchor } })
    const stored = (await read(id)).anchor
    assert.ok(stored >= 960 && stored <= 1_000, `${anchor} became ${stored}`)
  }
  for (const anchor of [1_041, 5_000])
    await expectInvalid(['/anchor'], route, { body: { content: 'Nowhere', anchor } })
})

/** A second of video with 25 frames. */
function oneSecondOfVideo(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-clip-'))
  try {
    const path = join(folder, 'second.mp4')
    const source = ['-f', 'lavfi', '-i', 'testsrc=duration=1:size=64x64:rate=25']
    const { status, stderr } = spawnSync('ffmpeg', [...source, '-pix_fmt', 'yuv420p', path], {
      encoding: 'utf8',
    })
    assert.equal(status, 0, stderr)
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('10. a deleted parent stays in the list with its replies, and with null anchor and duration', async () => {
  const parent = await expect(201, `POST ${onFile}`, {
    body: { content: 'Wrong', anchor: 700, duration: 100 },
  })
  const reply = await expect(201, `POST ${onFile}`, { body: { content: 'Why?', parent: { id: parent.id } } })
  await expect(204, `DELETE /api/comments/${parent.id}`)
  const listed = await expect(200, `QUERY ${onFile}`, { body: {} })
  const { content, anchor, duration } = listed.find(({ id }: { id: string }) => id === parent.id)
  assert.deepEqual([content, anchor, duration], [null, null, null])
  const replies = await expect(200, `QUERY /api/comments/${parent.id}/replies`, { body: {} })
  assert.deepEqual(
    replies.map(({ id }: { id: string }) => id),
    [reply.id],
  )
})
