// Places on a file that has been processed: its frame rate, length and pages are known.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frameToMs } from '../../core/frames.ts'
import { faults, startCommentWorld } from './fixtures/comment-world.ts'

const { world, sql, owner, file, create, comment, read } = await startCommentWorld()

async function known(mimeType: string, info: Record<string, number | string>): Promise<string> {
  const id = await file(mimeType)
  const { kind, duration = null, num = null, den = null, frames = null, pages = null } = info
  await sql`
    insert into media (file_id, state, kind, duration_ms, frame_rate_num, frame_rate_den, frames, pages)
    values (${id}, 'READY', ${kind}, ${duration}, ${num}, ${den}, ${frames}, ${pages})`
  return id
}

// Ten seconds at 23.976: frame n begins at n * 1001 / 24 ms.
const video = await known('video/mp4', {
  kind: 'VIDEO',
  duration: 10_010,
  num: 24_000,
  den: 1001,
  frames: 240,
})
const heard = await known('video/mp4', {
  kind: 'VIDEO',
  duration: 10_010,
  num: 24_000,
  den: 1001,
  frames: 240,
})
await sql`update media set has_audio = true where file_id = ${heard}`
const sound = await known('audio/wav', { kind: 'AUDIO', duration: 5_000 })
const script = await known('application/pdf', { kind: 'DOCUMENT', pages: 3 })

const say = (id: string, body: object) => create({ content: 'Here', ...body }, owner.key, `files/${id}`)
const placed = async (id: string, body: object) =>
  read(await comment({ content: 'Here', ...body }, owner.key, `files/${id}`))

test('201: a frame alone gets its start time as anchor, for every frame', async () => {
  for (const frame of [0, 1, 2, 23, 24, 100, 239]) {
    const made = await placed(video, { frame })
    assert.deepEqual([made.frame, made.anchor], [frame, frameToMs(frame, { num: 24_000, den: 1001 })])
  }
  assert.deepEqual((await placed(video, { anchor: 500 })).frame, null)
})

test('201: matching anchor and frame, also with a time truncated to milliseconds by a browser', async () => {
  for (const [frame, anchor] of [
    [1, 41],
    [1, 42],
    [1, 83],
    [239, 10_009],
  ]) {
    const made = await placed(video, { frame, anchor })
    assert.deepEqual([made.frame, made.anchor], [frame, anchor])
  }
})

test('400: anchor and frame that do not match', async () => {
  for (const [frame, anchor] of [
    [1, 40],
    [1, 84],
    [0, 42],
    [10, 0],
  ]) {
    assert.deepEqual(
      faults(await say(video, { frame, anchor })),
      ['/frame contradiction'],
      `${frame} ${anchor}`,
    )
  }
})

test('201: fractions of a millisecond are rounded and stay within the given frame', async () => {
  for (const [body, anchor] of [
    [{ anchor: 1500.4 }, 1500],
    [{ anchor: 1500.5 }, 1501],
    [{ anchor: 1500.6, duration: 40.4 }, 1501],
    [{ anchor: 1001 / 24, frame: 1 }, 42],
    [{ anchor: (2 * 1001) / 24, frame: 2 }, 83],
    [{ anchor: 41.6, frame: 0 }, 41],
    [{ anchor: 10_009.9, frame: 239 }, frameToMs(239, { num: 24_000, den: 1001 })],
  ] as const) {
    const made = await placed(video, body)
    assert.equal(made.anchor, anchor, JSON.stringify(body))
    const { frame } = made
    assert.equal((await say(video, { anchor, ...(frame === null ? {} : { frame }) })).status, 201)
  }
})

test('201: a duration with a frame whose time is known; 400 if it is unknown', async () => {
  const made = await placed(video, { frame: 24, duration: 500 })
  assert.deepEqual([made.anchor, made.duration, made.frame], [1001, 500, 24])
  for (const id of [await file('video/mp4'), await file(null)]) {
    assert.deepEqual(faults(await say(id, { frame: 24, duration: 500 })), ['/duration unexpected'])
  }
})

test('201: with a variable frame rate, anchor and frame are independent', async () => {
  const varying = await known('video/mp4', { kind: 'VIDEO', duration: 10_000, num: 17, den: 1, frames: 170 })
  await sql`update media set variable_rate = true where file_id = ${varying}`
  const made = await placed(varying, { frame: 100, anchor: 1000 })
  assert.deepEqual([made.frame, made.anchor], [100, 1000])
  assert.equal((await placed(varying, { frame: 100 })).anchor, null)
  assert.deepEqual(faults(await say(varying, { frame: 170 })), ['/frame too_big'])
})

test('201: less than a frame beyond the end is the last frame, also with slightly longer audio', async () => {
  const last = frameToMs(239, { num: 24_000, den: 1001 })
  for (const anchor of [10_010, 10_010.5, 10_030, 10_051, 10_051.7]) {
    assert.equal((await placed(video, { anchor })).anchor, last, String(anchor))
  }
  assert.equal((await placed(video, { anchor: 10_009 })).anchor, 10_009)
  const both = await placed(video, { anchor: 10_020, duration: 40, frame: 239 })
  assert.deepEqual([both.anchor, both.duration, both.frame], [last, 40, 239])
  assert.deepEqual(faults(await say(video, { anchor: 10_020, frame: 238 })), ['/frame contradiction'])
  assert.equal((await placed(heard, { anchor: 10_110 })).anchor, last)
  assert.equal((await placed(sound, { anchor: 5_100 })).anchor, 5_000)
  assert.equal((await placed(script, { anchor: 3 })).anchor, 3)
})

test('201: an anchor in audio after the last frame is kept', async () => {
  const outro = await known('video/mp4', { kind: 'VIDEO', duration: 12_000, num: 25, den: 1, frames: 250 })
  assert.equal((await placed(outro, { anchor: 11_000 })).anchor, 11_000)
  assert.equal((await placed(outro, { anchor: 12_030 })).anchor, 12_000)
  assert.deepEqual(faults(await say(outro, { anchor: 12_040 })), ['/anchor too_big'])
})

test('400: an anchor a frame or more beyond the end', async () => {
  for (const [id, body, fault] of [
    [video, { frame: 240 }, '/frame too_big'],
    [video, { frame: 1e12, anchor: 1e12 }, '/frame too_big'],
    [video, { anchor: 10_052 }, '/anchor too_big'],
    [heard, { anchor: 10_111 }, '/anchor too_big'],
    [sound, { anchor: 5_101 }, '/anchor too_big'],
    [script, { anchor: 4 }, '/anchor too_big'],
    [sound, { frame: 1 }, '/frame unexpected'],
  ] as const) {
    assert.deepEqual(faults(await say(id, body)), [fault], JSON.stringify(body))
  }
})

test('204: moving anchor or frame moves both; 400 if they do not match', async () => {
  const { id } = await placed(video, { frame: 10 })
  const update = (body: object) => world.call(`PATCH /api/comments/${id}`, { key: owner.key, body })
  const place = async () => {
    const { anchor, frame } = await read(id)
    return [frame, anchor]
  }
  assert.equal((await update({ frame: 24 })).status, 204)
  assert.deepEqual(await place(), [24, 1001])
  assert.equal((await update({ anchor: 2002 })).status, 204)
  assert.deepEqual(await place(), [48, 2002])
  assert.deepEqual(faults(await update({ anchor: 0, frame: 5 })), ['/frame contradiction'])
  assert.deepEqual(faults(await update({ frame: 240 })), ['/frame too_big'])
  assert.equal((await update({ anchor: 2001.6 })).status, 204)
  assert.deepEqual(await place(), [48, 2002])
  assert.equal((await update({ anchor: 10_030 })).status, 204)
  assert.deepEqual(await place(), [239, 9969])
  assert.deepEqual(faults(await update({ anchor: 10_052 })), ['/anchor too_big'])
  assert.equal((await update({ anchor: null, frame: null })).status, 204)
  assert.deepEqual(await place(), [null, null])
})

test('200: exports use the frame rate and the size of the video', async () => {
  const fileId = await known('video/mp4', { kind: 'VIDEO', duration: 2_000, num: 25, den: 1, frames: 50 })
  await sql`update media set width = 1080, height = 1920 where file_id = ${fileId}`
  await comment({ content: 'Here', anchor: 1000 }, owner.key, `files/${fileId}`)
  const exported = async (query: string) => {
    const answer = await world.call(`GET /api/files/${fileId}/comments.export?${query}`, { key: owner.key })
    return (await fetch(answer.body.data.url)).text()
  }
  assert.match(await exported('format=edl'), / 01:00:01:00 01:00:01:01\r/)
  assert.match(await exported('format=fcpxml'), /frameDuration="1\/25s" width="1080" height="1920"/)
  assert.match(await exported('format=edl&frameRate=10'), / 01:00:01:00 01:00:01:01\r/)
  // A rate below one frame a second has no timecode.
  await sql`update media set frame_rate_num = 1, frame_rate_den = 5 where file_id = ${fileId}`
  assert.match(await exported('format=json'), /"frameRate": "24\/1"/)
})
