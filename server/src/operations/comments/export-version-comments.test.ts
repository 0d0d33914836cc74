import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults, startCommentWorld } from './fixtures/comment-world.ts'

const { world, sql, projectId, owner, file, comment } = await startCommentWorld()

const get = (versionId: string, query: string, key = owner.key) =>
  world.call(`GET /api/versions/${versionId}/comments.export?${query}`, { key })

async function content(versionId: string, query: string, key = owner.key): Promise<string> {
  const answer = await get(versionId, query, key)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const exported = await fetch(answer.body.data.url)
  assert.equal(exported.status, 200)
  const text = await exported.text()
  const { body } = await get(versionId, `${query}&content=true`, key)
  assert.equal(body.data.content, text)
  return text
}

async function video(name: string, [num, den]: [number, number], frames: number, allowRestricted = true) {
  const id = await file('video/mp4', allowRestricted)
  await sql`update files set name = ${name} where id = ${id}`
  await sql`insert into media (file_id, state, kind, frame_rate_num, frame_rate_den, frames, duration_ms, width, height)
    select id, 'READY', 'VIDEO', ${num}, ${den}, ${frames}, ${Math.ceil((frames * 1000 * den) / num)}, 1920, 1080
    from files where id = ${id}`
  return id
}

async function version(files: string[]): Promise<string> {
  const body = { name: 'Reel 1', files: files.map((id) => ({ id })), allowRestricted: true }
  const answer = await world.call(`POST /api/projects/${projectId}/versions`, { key: owner.key, body })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data.id
}

test('200: the files follow one another in the order of the version, each comment at its frame', async () => {
  const first = await video('b.mov', [25, 1], 100)
  const image = await file('image/png')
  const second = await video('a.mov', [50, 1], 400)
  const third = await video('c.mov', [25, 1], 50)
  for (const [id, frame] of [
    [first, 10],
    [second, 100],
    [third, 0],
  ] as const) {
    await comment({ content: `On ${frame}`, frame }, owner.key, `files/${id}`)
  }
  const id = await version([first, image, second, third])
  const edl = await content(id, 'format=edl')
  assert.match(edl, /^TITLE: Reel 1\r\n/)
  const codes = [...edl.matchAll(/C {8}(\S+) /g)].map(([, code]) => code)
  assert.deepEqual(codes, ['01:00:00:10', '01:00:06:00', '01:00:12:00'])

  const xmeml = await content(id, 'format=xmeml')
  const marks = [...xmeml.matchAll(/<in>(\d+)<\/in>\n<out>-1/g)].map(([, at]) => Number(at))
  assert.deepEqual(marks, [10, 150, 300])
  const clips = [...xmeml.matchAll(/<start>(\d+)<\/start><end>(\d+)<\/end>/g)].map((found) => found.slice(1))
  assert.deepEqual(clips, [
    ['0', '100'],
    ['100', '300'],
    ['300', '350'],
  ])

  const { tracks } = JSON.parse(await content(id, 'format=otio'))
  type Clip = { name: string; source_range: { duration: { value: number } }; markers: unknown[] }
  assert.deepEqual(
    tracks.children[0].children.map(({ name, source_range, markers }: Clip) => [
      name,
      source_range.duration.value,
      markers.length,
    ]),
    [
      ['b.mov', 100, 1],
      ['a.mov', 200, 1],
      ['c.mov', 50, 1],
    ],
  )
})

test('200: a comment after the end of a file does not move the next one; audio between videos leaves a gap', async () => {
  const [first, last] = [await video('a.mov', [25, 1], 100), await video('c.mov', [25, 1], 50)]
  const sound = await file('audio/wav')
  await sql`insert into media (file_id, state, kind, duration_ms) values (${sound}, 'READY', 'AUDIO', 2000)`
  await comment({ content: 'Long', frame: 90, duration: 40_000 }, owner.key, `files/${first}`)
  await comment({ content: 'Last', frame: 1 }, owner.key, `files/${last}`)
  await comment({ content: 'Loud', anchor: 1000 }, owner.key, `files/${sound}`)
  const id = await version([first, sound, last])
  const codes = [...(await content(id, 'format=edl')).matchAll(/C {8}(\S+) /g)].map(([, code]) => code)
  assert.deepEqual(codes, ['01:00:03:15', '01:00:05:00', '01:00:06:01'])
  const { tracks } = JSON.parse(await content(id, 'format=otio'))
  type Item = { OTIO_SCHEMA: string; source_range: { duration: { value: number } } }
  const items = (track: { children: Item[] }) =>
    track.children.map(({ OTIO_SCHEMA, source_range }) => [OTIO_SCHEMA, source_range.duration.value])
  assert.deepEqual(tracks.children.map(items), [
    [
      ['Clip.1', 100],
      ['Gap.1', 50],
      ['Clip.1', 50],
    ],
    [
      ['Gap.1', 100],
      ['Clip.1', 50],
    ],
  ])
})

test('200: a restricted reviewer gets only the files marked for them', async () => {
  const { key } = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  const [open, hidden] = [await video('o.mov', [25, 1], 10), await video('h.mov', [25, 1], 10, false)]
  await comment({ content: 'Seen', frame: 1 }, owner.key, `files/${open}`)
  await comment({ content: 'Secret', frame: 1 }, owner.key, `files/${hidden}`)
  const id = await version([hidden, open])
  const edl = await content(id, 'format=edl', key)
  assert.ok(edl.includes('Seen') && !edl.includes('Secret'))
  assert.match(edl, / 01:00:00:01 /)
})

test('400: a version without video or audio, a format without a timeline', async () => {
  const id = await version([await file('image/png')])
  assert.deepEqual(faults(await get(id, 'format=edl')), ['/versionId unexpected'])
  assert.deepEqual(faults(await get(id, 'format=csv')), ['/format invalid_value'])
})

test('404: a deleted version, also by a URL made before', async () => {
  const id = await version([await video('x.mov', [25, 1], 10)])
  const { url } = (await get(id, 'format=edl')).body.data
  assert.equal((await world.call(`DELETE /api/versions/${id}`, { key: owner.key })).status, 204)
  assert.equal((await get(id, 'format=edl')).status, 404)
  assert.equal((await fetch(url)).status, 404)
})
