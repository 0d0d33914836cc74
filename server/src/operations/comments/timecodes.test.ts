// Timecodes as the place of a comment.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FrameRate, timecode } from '../../core/frames.ts'
import { readTimecodes } from '../../jobs/read-timecodes.ts'
import { faults, startCommentWorld } from './fixtures/comment-world.ts'

const { world, sql, owner, file, create, comment, read } = await startCommentWorld()

type Known = FrameRate & { frames: number; start?: number; dropFrame?: boolean }

async function video({ num, den, frames, start, dropFrame }: Known): Promise<string> {
  const id = await file('video/mp4')
  await sql`
    insert into media (file_id, state, kind, duration_ms, frame_rate_num, frame_rate_den, frames, start_frame, drop_frame)
    values (${id}, 'READY', 'VIDEO', ${Math.round((frames * 1000 * den) / num)}, ${num}, ${den}, ${frames},
      ${start ?? null}, ${dropFrame ?? null})`
  return id
}

async function audio(startMs: number | null): Promise<string> {
  const id = await file('audio/wav')
  await sql`
    insert into media (file_id, state, kind, duration_ms, start_ms) values (${id}, 'READY', 'AUDIO', 10000, ${startMs})`
  return id
}

const ntsc = { num: 30_000, den: 1001 }
const say = (id: string, body: object) => create({ content: 'Here', ...body }, owner.key, `files/${id}`)
const placed = async (id: string, body: object) =>
  read(await comment({ content: 'Here', ...body }, owner.key, `files/${id}`))
const message = async (id: string, body: object) => {
  const answer = await say(id, body)
  assert.equal(answer.status, 400, JSON.stringify(answer.body))
  return answer.body.errors[0].message
}

test('201: a source timecode is the frame that it names, and is returned', async () => {
  const day = 10 * 3600 * 25
  const id = await video({ num: 25, den: 1, frames: 250, start: day })
  const made = await placed(id, { timecode: '10:00:01:05' })
  assert.deepEqual([made.frame, made.anchor, made.timecode], [30, 1200, '10:00:01:05'])
  const listed = await world.call(`GET /api/files/${id}/comments`, { key: owner.key })
  assert.equal(listed.body.data[0].timecode, '10:00:01:05')
  const threads = await world.call(`GET /api/files/${id}/threads`, { key: owner.key })
  assert.equal(threads.body.data[0].timecode, '10:00:01:05')
  assert.equal((await placed(id, { anchor: 1000 })).timecode, '10:00:01:00')
  assert.equal((await placed(id, {})).timecode, null)
  const got = await world.call(`GET /api/files/${id}`, { key: owner.key })
  assert.deepEqual(got.body.data.media.timecode, {
    ...{ start: '10:00:00:00', dropFrame: false, startFrame: day, startMs: null, startSample: null },
  })
})

test('201: without a source timecode, timecodes count from zero', async () => {
  const id = await video({ num: 25, den: 1, frames: 250 })
  const made = await placed(id, { timecode: '00:00:02:00', duration: 400 })
  assert.deepEqual([made.frame, made.duration, made.timecode], [50, 400, '00:00:02:00'])
  const got = await world.call(`GET /api/files/${id}`, { key: owner.key })
  assert.equal(got.body.data.media.timecode, null)
})

test('201: 29.97 with and without drop frames', async () => {
  const drop = await video({ ...ntsc, frames: 4000, start: 0, dropFrame: true })
  assert.equal((await placed(drop, { timecode: '00:01:00;02' })).frame, 1800)
  // People type colons.
  assert.equal((await placed(drop, { timecode: '00:01:00:02' })).timecode, '00:01:00;02')
  const plain = await video({ ...ntsc, frames: 4000, start: 0, dropFrame: false })
  assert.equal((await placed(plain, { timecode: '00:01:00:00' })).frame, 1800)
})

test('400: a drop-frame number that does not exist; the message names the next one', async () => {
  const drop = await video({ ...ntsc, frames: 4000, start: 0, dropFrame: true })
  for (const text of ['00:01:00;00', '00:01:00;01', '00:02:00:01']) {
    assert.deepEqual(faults(await say(drop, { timecode: text })), ['/timecode invalid_value'], text)
  }
  assert.match(await message(drop, { timecode: '00:01:00;00' }), /The next one is 00:01:00;02\./)
  const plain = await video({ ...ntsc, frames: 4000, start: 0, dropFrame: false })
  assert.deepEqual(faults(await say(plain, { timecode: '00:01:00;02' })), ['/timecode contradiction'])
})

test('400: timecodes that contradict the frame or the anchor, or are not in the video', async () => {
  const id = await video({ num: 25, den: 1, frames: 250, start: 90_000 })
  for (const [body, fault] of [
    [{ timecode: '01:00:01:00', frame: 24 }, '/timecode contradiction'],
    [{ timecode: '01:00:01:00', anchor: 2000 }, '/frame contradiction'],
    [{ timecode: '01:00:10:00' }, '/timecode too_big'],
    [{ timecode: '00:59:59:24' }, '/timecode too_big'],
    [{ timecode: '00:00:01:00' }, '/timecode too_big'],
    [{ timecode: '01:00:01:25' }, '/timecode too_big'],
    [{ timecode: '01:00:01' }, '/timecode invalid_format'],
    [{ timecode: '25:00:01:00' }, '/timecode invalid_format'],
    [{ timecode: 'now' }, '/timecode invalid_format'],
  ] as const)
    assert.deepEqual(faults(await say(id, body)), [fault], JSON.stringify(body))
  assert.match(await message(id, { timecode: '00:00:01:00' }), /from 01:00:00:00 to 01:00:09:24/)
  assert.equal((await say(id, { timecode: '01:00:01:00', frame: 25, anchor: 1000 })).status, 201)
})

test('400: files without timecodes', async () => {
  const varying = await video({ num: 25, den: 1, frames: 250 })
  await sql`update media set variable_rate = true where file_id = ${varying}`
  for (const id of [varying, await file('video/mp4'), await file('application/pdf'), await file('image/png')])
    assert.deepEqual(faults(await say(id, { timecode: '00:00:01:00' })), ['/timecode unexpected'])
  assert.equal((await placed(varying, { frame: 3, anchor: 5 })).timecode, null)
})

test('201: audio has the time of day of Broadcast Wave, or the time from its start', async () => {
  const bwf = await audio(36_000_250)
  const made = await placed(bwf, { timecode: '10:00:01.000' })
  assert.deepEqual([made.anchor, made.frame, made.timecode], [750, null, '10:00:01.000'])
  const plain = await audio(null)
  assert.equal((await placed(plain, { timecode: '00:00:01.500' })).anchor, 1500)
  assert.deepEqual(faults(await say(bwf, { timecode: '10:00:11.000' })), ['/timecode too_big'])
  assert.deepEqual(faults(await say(bwf, { timecode: '10:00:01:00' })), ['/timecode invalid_format'])
  assert.deepEqual(faults(await say(bwf, { timecode: '10:00:01.000', anchor: 1 })), [
    '/timecode contradiction',
  ])
})

test('204: a comment moves to a timecode; a timecode of null changes nothing', async () => {
  const id = await video({ num: 25, den: 1, frames: 250, start: 90_000 })
  const made = await placed(id, { frame: 3 })
  const update = (body: object) => world.call(`PATCH /api/comments/${made.id}`, { key: owner.key, body })
  assert.equal((await update({ timecode: '01:00:02:00' })).status, 204)
  assert.deepEqual([(await read(made.id)).frame, (await read(made.id)).anchor], [50, 2000])
  assert.equal((await update({ timecode: null })).status, 204)
  assert.equal((await read(made.id)).frame, 50)
  assert.deepEqual(faults(await update({ timecode: '01:00:20:00' })), ['/timecode too_big'])
})

test('the database writes timecodes as TypeScript does, at every rate', async () => {
  const rates = [
    '24000/1001',
    '24/1',
    '25/1',
    '30000/1001',
    '30/1',
    '48/1',
    '50/1',
    '60000/1001',
    '60/1',
    '120/1',
    '240/1',
  ]
  for (const text of rates) {
    const [num, den] = text.split('/').map(Number) as [number, number]
    const rate = { num, den }
    for (const dropFrame of /^[36]0000/.test(text) ? [true, false] : [false]) {
      const base = Math.round(num / den)
      const frames = [0, 1, base, 60 * base - 1, 60 * base, 600 * base, 3600 * base, 24 * 3600 * base - 1]
      const more = Array.from({ length: 300 }, (_, n) => n * 7919 * (base / 6))
      const all = [...frames, ...more].map(Math.floor)
      const rows = await sql<{ text: string }>`
        select timecode_text(frame, ${base}::integer, ${dropFrame}::boolean) as text
        from unnest(${all}::bigint[]) with ordinality as given (frame, n) order by n`
      assert.deepEqual(
        rows.map((row) => row.text),
        all.map((frame) => timecode(frame, rate, { dropFrame })),
        text,
      )
    }
  }
})

test('files from before get their timecode from their technical details', async () => {
  const old = await video({ ...ntsc, frames: 100 })
  const none = await video({ num: 25, den: 1, frames: 100 })
  const technical = JSON.stringify({ timecode: '01:00:00;02', audio: [] })
  await sql`update media set technical = ${technical}::jsonb where file_id = ${old}`
  await sql`delete from timecodes_missing`
  await sql`insert into timecodes_missing (position) values ('')`
  await world.runJob(readTimecodes)
  assert.equal((await sql`select from timecodes_missing`).length, 0)
  const start = async (id: string) =>
    (await world.call(`GET /api/files/${id}`, { key: owner.key })).body.data.media.timecode?.start
  assert.deepEqual([await start(old), await start(none)], ['01:00:00;02', undefined])
})
