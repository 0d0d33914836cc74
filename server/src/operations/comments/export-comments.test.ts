import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults, startCommentWorld } from './fixtures/comment-world.ts'

const { world, sql, projectId, owner, file, comment, read } = await startCommentWorld()

const get = (fileId: string, query: string, key = owner.key) =>
  world.call(`GET /api/files/${fileId}/comments.export?${query}`, { key })

async function urlOf(fileId: string, query: string): Promise<string> {
  const answer = await get(fileId, query)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data.url
}

async function content(fileId: string, query: string): Promise<string> {
  const answer = await fetch(await urlOf(fileId, query))
  assert.equal(answer.status, 200)
  return answer.text()
}

test('200: a URL valid for 5 minutes', async () => {
  const { body } = await get(await file('video/mp4'), 'format=csv')
  assert.deepEqual(Object.keys(body.data), ['url', 'expiresAt', 'name', 'content'])
  const seconds = (Date.parse(`${body.data.expiresAt.replace(' ', 'T')}Z`) - Date.now()) / 1000
  assert.ok(seconds > 200 && seconds <= 301, String(seconds))
})

test('200: all comments on the file and their replies, in each format', async () => {
  const fileId = await file('video/mp4')
  const on = `files/${fileId}`
  const id = await comment({ content: 'Too dark', anchor: 2000 }, owner.key, on)
  const reply = await comment({ content: 'Agreed', parent: { id } }, owner.key, on)
  await comment({ content: 'Elsewhere' })
  const { comments } = JSON.parse(await content(fileId, 'format=json'))
  assert.deepEqual(comments, [{ ...(await read(id)), replies: [await read(reply)] }])
  assert.match(await content(fileId, 'format=csv'), /,00:00:02:00,48,2000,,Someone,Too dark,/)
  assert.match(
    await content(fileId, 'format=edl'),
    /01:00:02:00 01:00:02:01\r\nToo dark \/ Someone: Agreed \|C:ResolveColorRed \|M:Someone \|D:1\r\n/,
  )
  assert.match(await content(fileId, 'format=fcpxml'), /start="48\/24s".*note="Someone: Agreed"/)
  assert.match(
    await content(fileId, 'format=srt'),
    /^1\r\n00:00:02,000 --> 00:00:04,000\r\nSomeone: Too dark\r\n/,
  )
})

test('200: replies to a deleted comment keep their place on the timeline', async () => {
  const fileId = await file('video/mp4')
  const id = await comment({ content: 'Too dark', anchor: 2000 }, owner.key, `files/${fileId}`)
  await comment({ content: 'Agreed', parent: { id } }, owner.key, `files/${fileId}`)
  assert.equal((await world.call(`DELETE /api/comments/${id}`, { key: owner.key })).status, 204)
  assert.match(
    await content(fileId, 'format=edl'),
    /01:00:02:00 01:00:02:01\r\nAgreed \|C:ResolveColorRed \|M:Someone \|D:1\r\n/,
  )
})

test('200: the URL returns the export as a download with its file name', async () => {
  const fileId = await file('video/mp4')
  await sql`update files set name = 'Schnitt ü.mov' where id = ${fileId}`
  for (const [format, type, extension = format] of [
    ['csv', 'text/csv; charset=utf-8'],
    ['edl', 'text/plain; charset=utf-8'],
    ['fcpxml', 'application/xml; charset=utf-8'],
    ['otio', 'application/json; charset=utf-8'],
    ['srt', 'application/x-subrip; charset=utf-8'],
    ['json', 'application/json; charset=utf-8'],
    ['xmeml', 'application/xml; charset=utf-8', 'xml'],
    ['avid', 'text/plain; charset=utf-8', 'avid.txt'],
    ['avid-xml', 'application/xml; charset=utf-8', 'avid.xml'],
    ['otio-rv', 'application/json; charset=utf-8', 'rv.otio'],
    ['vtt', 'text/vtt; charset=utf-8'],
    ['txt', 'text/plain; charset=utf-8'],
  ] as const) {
    const { headers } = await fetch(await urlOf(fileId, `format=${format}`))
    assert.equal(headers.get('content-type'), type)
    assert.equal(
      headers.get('content-disposition'),
      `attachment; filename="Schnitt u.mov.${extension}"; filename*=UTF-8''Schnitt%20%C3%BC.mov.${extension}`,
    )
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.match(headers.get('content-security-policy')!, /sandbox/)
  }
})

test('200: with content, the export itself; a long one only by its URL', async () => {
  const fileId = await file('video/mp4')
  await comment({ content: 'Too dark', anchor: 2000 }, owner.key, `files/${fileId}`)
  const { body: without } = await get(fileId, 'format=otio')
  assert.deepEqual([without.data.content, without.data.name.endsWith('.otio')], [null, true])
  const { body } = await get(fileId, 'format=otio&content=true')
  assert.equal(body.data.content, await content(fileId, 'format=otio'))
  assert.match(body.data.content, /"name": "Someone: Too dark"/)
  await sql`insert into comments (id, project_id, file_id, content)
    select gen_random_uuid(), project_id, id, repeat('x', 5000) from files, generate_series(1, 110) where id = ${fileId}`
  assert.equal((await get(fileId, 'format=edl&content=true')).body.data.content, null)
})

test('200: comments made before the URL is fetched are included', async () => {
  const fileId = await file('video/mp4')
  const url = await urlOf(fileId, 'format=srt')
  await comment({ content: 'Late', anchor: 0 }, owner.key, `files/${fileId}`)
  assert.match(await (await fetch(url)).text(), /Late/)
})

test('403: an altered or expired URL; 404: a deleted file', async () => {
  const fileId = await file('video/mp4')
  const url = await urlOf(fileId, 'format=csv')
  const other = url.replace(fileId, await file('video/mp4', false))
  for (const altered of [other, url.replace('format=csv', 'format=json'), url.split('?')[0]!, `${url}0`]) {
    const answer = await fetch(altered)
    assert.deepEqual([answer.status, ((await answer.json()) as { code: string }).code], [403, 'url_invalid'])
  }
  const later = url.replace(/expires=(\d+)/, (_, seconds) => `expires=${Number(seconds) + 1}`)
  assert.equal((await fetch(later)).status, 403)
  await sql`delete from files where id = ${fileId}`
  assert.equal((await fetch(url)).status, 404)
})

test('200 and 400: a frame rate of 1 to 1000 as integer or fraction; the default is 24', async () => {
  const fileId = await file('video/mp4')
  await comment({ content: 'a', anchor: 1000 }, owner.key, `files/${fileId}`)
  assert.match(await content(fileId, 'format=edl&frameRate=25'), / 01:00:01:00 01:00:01:01\r/)
  assert.match(await content(fileId, 'format=edl&frameRate=30000/1001'), / 01:00:00;29 01:00:01;00\r/)
  assert.match(await content(fileId, 'format=fcpxml&frameRate=24000/1001'), /start="23023\/24000s"/)
  for (const rate of ['1', '1000', '999999/1000']) await content(fileId, `format=edl&frameRate=${rate}`)
  for (const rate of ['0', '1001', '23.976', '1/2', 'x', '']) {
    assert.match(faults(await get(fileId, `format=edl&frameRate=${rate}`))[0]!, /^\/frameRate /)
  }
})

test('400: no format, an unknown format, or a timeline format for a file without timeline', async () => {
  const video = await file('video/mp4')
  assert.deepEqual(faults(await get(video, '')), ['/format invalid_value'])
  assert.deepEqual(faults(await get(video, 'format=docx')), ['/format invalid_value'])
  const pages = await file('application/pdf')
  await comment({ content: 'a', anchor: 2 }, owner.key, `files/${pages}`)
  for (const format of ['edl', 'fcpxml', 'otio', 'srt', 'xmeml', 'avid', 'avid-xml', 'otio-rv', 'vtt']) {
    assert.deepEqual(faults(await get(pages, `format=${format}`)), ['/format unexpected'])
  }
  assert.match(await content(pages, 'format=csv'), /,,,2,,Someone,a,/)
  assert.match(await content(pages, 'format=txt'), /\n\n\[page 2\]\nSomeone: a\n$/)
})

test('404: a restricted reviewer, for a file that is not marked for them', async () => {
  const { key } = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  assert.equal((await get(await file('video/mp4', false), 'format=json', key)).status, 404)
  assert.equal((await get(await file('video/mp4'), 'format=json', key)).status, 200)
})

/** A video with known facts, as if it were probed. */
async function probed(rate: [number, number], start: number | null): Promise<string> {
  const fileId = await file('video/mp4')
  await sql`insert into media (file_id, state, kind, frame_rate_num, frame_rate_den, frames, duration_ms, start_frame, drop_frame)
    select id, 'READY', 'VIDEO', ${rate[0]}, ${rate[1]}, 100000, 4000000, ${start}, ${start === null ? null : false}
    from files where id = ${fileId}`
  return fileId
}

test('200: timecodes start at the source timecode, at the given one, or at 01:00:00:00', async () => {
  const camera = await probed([30_000, 1001], 1_080_000)
  await comment({ content: 'a', frame: 1800 }, owner.key, `files/${camera}`)
  assert.match(await content(camera, 'format=avid'), /\t10:01:00:00\t/)
  assert.match(await content(camera, 'format=csv'), /,10:01:00:00,1800,/)
  assert.match(await content(camera, 'format=avid&startTimecode=02:00:00;00'), /\t02:01:00;02\t/)
  assert.match(
    await content(camera, 'format=avid&startTimecode=02:00:00:00&dropFrame=true'),
    /\t02:01:00;02\t/,
  )
  assert.match(await content(camera, 'format=otio'), /"value": 1081800\.0/)
  const none = await probed([30_000, 1001], null)
  await comment({ content: 'a', frame: 1800 }, owner.key, `files/${none}`)
  assert.match(await content(none, 'format=avid'), /\t01:01:00;02\t/)
  assert.match(await content(none, 'format=avid&dropFrame=false'), /\t01:01:00:00\t/)
  assert.match(await content(none, 'format=csv'), /,00:01:00;02,1800,/)
  assert.match(await content(none, 'format=srt'), /^1\r\n00:01:00,060 -->/)
  // At another rate the time of the comment counts, and the source timecode does not.
  assert.match(await content(camera, 'format=avid&frameRate=25'), /\t01:01:00:01\t/)
})

test('400: a start timecode or drop frames that do not exist at the rate', async () => {
  const fileId = await probed([25, 1], null)
  for (const start of ['1:00', '01:00:00:25', '24:00:00:00', '01:60:00:00', 'x']) {
    assert.deepEqual(faults(await get(fileId, `format=edl&startTimecode=${start}`)), [
      '/startTimecode invalid_format',
    ])
  }
  assert.deepEqual(faults(await get(fileId, 'format=edl&dropFrame=true')), ['/dropFrame unexpected'])
})

test('200: only open or resolved threads, threads of some people, or threads since a time', async () => {
  const fileId = await file('video/mp4')
  const on = `files/${fileId}`
  const ben = await world.member(projectId, 'PROJECT_REVIEWER')
  const done = await comment({ content: 'Done', anchor: 0 }, owner.key, on)
  await world.call(`POST /api/comments/${done}/resolve`, { key: owner.key })
  await comment({ content: 'Open', anchor: 1000 }, ben.key, on)
  const ids = async (query: string) =>
    JSON.parse(await content(fileId, `format=json${query}`)).comments.map(
      ({ content: text }: { content: string }) => text,
    )
  assert.deepEqual(await ids(''), ['Done', 'Open'])
  assert.deepEqual(await ids('&resolved=true'), ['Done'])
  assert.deepEqual(await ids('&resolved=false'), ['Open'])
  assert.deepEqual(await ids(`&authors=${ben.userId}`), ['Open'])
  assert.deepEqual(await ids(`&authors=${ben.userId}&authors=${owner.userId}`), ['Done', 'Open'])
  const since = (await read(done)).createdAt.replace(/.$/, (digit: string) => (digit === '9' ? '8' : digit))
  assert.deepEqual(await ids(`&since=${encodeURIComponent(since)}`), ['Done', 'Open'])
  assert.deepEqual(await ids('&since=2999-01-01%2000:00:00.000000'), [])
})
