import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults, startCommentWorld } from './fixtures/comment-world.ts'

const { world, projectId, owner, file, create, comment, read, attachment } = await startCommentWorld()
const video = await file('video/mp4')
const pen = {
  kind: 'pen',
  points: [
    [0, 0],
    [0.5, 1],
  ],
  colour: '#ff0000',
  width: 0.01,
}

const camera = { position: [1, 2, 3], target: [0, 0, 0], fieldOfView: 50 }

const on = (id: string) => `files/${id}`
const say = (body: object, id = video, key = owner.key) => create({ content: 'Here', ...body }, key, on(id))

test('201: a comment at a range of a video, with frame and drawing', async () => {
  const text = { kind: 'text', points: [[0.1234567, 0]], colour: '#00ff00', width: 0.05, text: 'Łódź' }
  const annotation = { shapes: [pen, text] }
  const body = { anchor: 1500, duration: 250, frame: 36, annotation }
  const made = await read(await comment({ content: 'Here', ...body }, owner.key, on(video)))
  const { anchor, duration, frame } = made
  assert.deepEqual([anchor, duration, frame], [1500, 250, 36])
  assert.deepEqual(made.annotation, { shapes: [pen, { ...text, points: [[0.123457, 0]] }] })
  assert.deepEqual([made.file, made.project], [{ id: video }, { id: projectId }])
})

test('201: a drawing on a 3D model keeps the camera; a camera alone is enough', async () => {
  const model = await file('model/gltf-binary')
  for (const annotation of [
    { shapes: [pen], camera },
    { shapes: [], camera },
  ]) {
    const id = await comment({ content: 'Here', annotation }, owner.key, on(model))
    assert.deepEqual((await read(id)).annotation, annotation)
  }
})

test('201: a frame alone and an anchor alone, at both ends', async () => {
  for (const body of [
    { frame: 0 },
    { anchor: 0 },
    { anchor: 1e12, duration: 1e12, frame: 1e12 },
    { anchor: null },
  ]) {
    assert.equal((await say(body)).status, 201, JSON.stringify(body))
  }
})

test('201: no text, but a time, a frame, a page or a drawing', async () => {
  for (const [body, id] of [
    [{ anchor: 0 }, video],
    [{ frame: 3, content: '' }, video],
    [{ anchor: 40, duration: 80, content: null }, video],
    [{ annotation: { shapes: [pen] } }, await file('image/png')],
    [{ anchor: 2 }, await file('application/pdf')],
    [{ annotation: { shapes: [], camera } }, await file('model/gltf-binary')],
  ] as const) {
    const made = await read(await comment({ ...body, content: body.content ?? null }, owner.key, on(id)))
    assert.equal(made.content, null)
    assert.deepEqual(made.author.id, owner.userId)
  }
})

test('400: no text, attachment, place or drawing', async () => {
  for (const body of [{}, { anchor: null }, { content: '', frame: null, annotation: null }])
    assert.deepEqual(faults(await create(body, owner.key, on(video))), ['/content too_small'])
})

test('400: values out of range or of the wrong type, a duration without an anchor', async () => {
  for (const [body, fault] of [
    [{ anchor: -1 }, '/anchor too_small'],
    [{ anchor: 1e12 + 1 }, '/anchor too_big'],
    [{ anchor: -0.4 }, '/anchor too_small'],
    [{ anchor: '1' }, '/anchor invalid_type'],
    [{ anchor: true }, '/anchor invalid_type'],
    [{ anchor: 1, duration: '1' }, '/duration invalid_type'],
    [{ anchor: 1, duration: -0.4 }, '/duration too_small'],
    [{ anchor: 1, duration: -1 }, '/duration too_small'],
    [{ anchor: 1, duration: 1e12 + 1 }, '/duration too_big'],
    [{ frame: 1e12 + 1 }, '/frame too_big'],
    [{ duration: 1 }, '/duration unexpected'],
    [{ frame: -1 }, '/frame too_small'],
    [{ frame: 0.5 }, '/frame invalid_type'],
    [{ content: '' }, '/content too_small'],
    [{ annotation: { shapes: [] } }, '/annotation/shapes too_small'],
    [{ annotation: { shapes: [], note: '' } }, '/annotation/note unknown_field'],
    [{ annotation: { shapes: [{ ...pen, kind: 'star' }] } }, '/annotation/shapes/0/kind invalid_value'],
    [
      { annotation: { shapes: [{ ...pen, points: [[0, 1.01]] }] } },
      '/annotation/shapes/0/points/0/1 too_big',
    ],
    [{ annotation: { shapes: [{ ...pen, points: [[0]] }] } }, '/annotation/shapes/0/points/0 too_small'],
    [{ annotation: { shapes: [{ ...pen, points: [] }] } }, '/annotation/shapes/0/points too_small'],
    [{ annotation: { shapes: [{ ...pen, colour: 'red' }] } }, '/annotation/shapes/0/colour invalid_format'],
    [{ annotation: { shapes: [{ ...pen, text: 'a' }] } }, '/annotation/shapes/0/text unexpected'],
    [
      { annotation: { shapes: [{ ...pen, kind: 'box', points: [[0, 0]] }] } },
      '/annotation/shapes/0/points too_small',
    ],
    [
      { annotation: { shapes: [{ ...pen, kind: 'text', points: [[0, 0]] }] } },
      '/annotation/shapes/0/text invalid_type',
    ],
  ] as const) {
    assert.deepEqual(faults(await say(body)), [fault], JSON.stringify(body))
  }
})

test('201 and 400: each field of a drawing at and beyond its limits', async () => {
  const model = await file('model/gltf-binary')
  const dot = { ...pen, points: [[0, 0]], width: 0 }
  const words = { ...dot, kind: 'text' }
  const view = (more: object) => ({ shapes: [], camera: { ...camera, ...more } })
  for (const annotation of [
    { shapes: Array(500).fill(dot) },
    { shapes: [{ ...pen, points: Array(5000).fill([0, 1]), width: 1 }] },
    { shapes: [{ ...words, text: '😀'.repeat(1000) }] },
    view({ fieldOfView: 1, position: [-1e6, 0, 1e6] }),
    view({ fieldOfView: 179 }),
  ]) {
    assert.equal((await say({ annotation }, model)).status, 201)
  }
  for (const [annotation, fault] of [
    [{ shapes: Array(501).fill(dot) }, '/annotation/shapes too_big'],
    [{ shapes: [{ ...pen, points: Array(5001).fill([0, 1]) }] }, '/annotation/shapes/0/points too_big'],
    [{ shapes: [{ ...dot, width: 1.1 }] }, '/annotation/shapes/0/width too_big'],
    [{ shapes: [{ ...dot, width: -0.1 }] }, '/annotation/shapes/0/width too_small'],
    [{ shapes: [{ ...words, text: '😀'.repeat(1001) }] }, '/annotation/shapes/0/text too_big'],
    [{ shapes: [{ ...words, text: '' }] }, '/annotation/shapes/0/text too_small'],
    [view({ fieldOfView: 0.9 }), '/annotation/camera/fieldOfView too_small'],
    [view({ fieldOfView: 179.1 }), '/annotation/camera/fieldOfView too_big'],
    [view({ position: [0, 0, 1e6 + 1] }), '/annotation/camera/position/2 too_big'],
    [view({ target: [-1e6 - 1, 0, 0] }), '/annotation/camera/target/0 too_small'],
    [view({ target: [0, 0] }), '/annotation/camera/target too_small'],
    [view({ target: [0, 0, 0, 0] }), '/annotation/camera/target too_big'],
  ] as const) {
    assert.deepEqual(faults(await say({ annotation }, model)), [fault])
  }
})

test('201 and 400: a drawing has at most 64 KB', async () => {
  const words = (text: string) => ({ ...pen, kind: 'text', points: [[0, 0]], text })
  const drawing = (bytes: number) => {
    const shapes = [...Array(60).fill(words('a'.repeat(1000))), words('')]
    const missing = bytes - JSON.stringify({ shapes }).length
    return { shapes: [...shapes.slice(0, -1), words('a'.repeat(missing))] }
  }
  assert.equal((await say({ annotation: drawing(65_536) })).status, 201)
  assert.deepEqual(faults(await say({ annotation: drawing(65_537) })), ['/annotation too_big'])
})

test('201 and 400: the places that comments can have on each kind of file', async () => {
  const refused = {
    frame: '/frame unexpected',
    page: '/anchor too_small',
    drawing: '/annotation unexpected',
    camera: '/annotation/camera unexpected',
  }
  for (const [type, zero, frame, drawing, view] of [
    ['video/quicktime', undefined, undefined, undefined, refused.camera],
    ['audio/wav', undefined, refused.frame, refused.drawing, refused.drawing],
    ['application/pdf', refused.page, refused.frame, undefined, refused.camera],
    ['text/markdown', refused.page, refused.frame, undefined, refused.camera],
    ['image/png', undefined, refused.frame, undefined, refused.camera],
    ['model/gltf-binary', undefined, refused.frame, undefined, undefined],
    ['application/zip', undefined, undefined, undefined, undefined],
    [null, undefined, undefined, undefined, undefined],
  ] as const) {
    const id = await file(type)
    for (const [body, fault] of [
      [{ anchor: 0 }, zero],
      [{ anchor: 1, duration: 2 }, undefined],
      [{ frame: 1 }, frame],
      [{ annotation: { shapes: [pen] } }, drawing],
      [{ annotation: { shapes: [pen], camera } }, view],
    ] as const) {
      const answer = await say(body, id)
      if (fault === undefined) assert.equal(answer.status, 201, `${type} ${JSON.stringify(body)}`)
      else assert.deepEqual(faults(answer), [fault], `${type} ${JSON.stringify(body)}`)
    }
  }
})

test('201: an anchor may have a fraction or an exponent or be -0', async () => {
  for (const [sent, anchor, duration] of [
    ['{"anchor":1500.4,"duration":250.6}', 1500, 251],
    ['{"anchor":1500.5}', 1501, null],
    ['{"anchor":1e3,"duration":0.2}', 1000, 0],
    ['{"anchor":-0}', 0, null],
    ['{"anchor":-0.0,"duration":-0}', 0, 0],
    ['{"anchor":1e-7}', 0, null],
    ['{"anchor":999999999999.4999}', 999_999_999_999, null],
  ] as const) {
    const answer = await world.call(`POST /api/${on(video)}/comments`, { key: owner.key, body: sent })
    assert.equal(answer.status, 201, sent)
    const made = await read(answer.body.data.id)
    assert.deepEqual([made.anchor, made.duration], [anchor, duration], sent)
  }
})

test('201: an anchor on an image or a 3D model is ignored and read as null', async () => {
  for (const type of ['image/png', 'model/gltf-binary']) {
    const id = await file(type)
    for (const body of [{ anchor: 0 }, { anchor: 7.5 }, { anchor: 40, duration: 80, content: 'Here' }]) {
      const made = await read(await comment(body, owner.key, on(id)))
      assert.deepEqual([made.anchor, made.duration, made.frame], [null, null, null], JSON.stringify(body))
    }
    assert.deepEqual(faults(await say({ duration: 1 }, id)), ['/duration unexpected'])
    assert.deepEqual(faults(await say({ anchor: -1 }, id)), ['/anchor too_small'])
  }
})

test('400: a fraction of a page', async () => {
  const script = await file('application/pdf')
  assert.deepEqual(faults(await say({ anchor: 1.5 }, script)), ['/anchor invalid_type'])
  assert.deepEqual(faults(await say({ anchor: 1, duration: 0.5 }, script)), ['/duration invalid_type'])
  assert.equal((await say({ anchor: 1, duration: 2 }, script)).status, 201)
})

test('201: a reply to a comment on this file; 400: a parent on another file or on the project', async () => {
  const parent = { id: await comment({ content: 'a' }, owner.key, on(video)) }
  assert.equal((await say({ parent })).status, 201)
  const others = [await comment(), await comment({ content: 'a' }, owner.key, on(await file('video/mp4')))]
  for (const id of others) assert.deepEqual(faults(await say({ parent: { id } })), ['/parent/id not_found'])
})

test('404: a restricted reviewer, for a file that is not marked for them and its attachments', async () => {
  const reviewer = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  const hidden = await file('video/mp4', false)
  assert.equal((await say({}, hidden, reviewer.key)).status, 404)
  assert.equal((await say({}, video, reviewer.key)).status, 201)
  const id = await attachment()
  const made = await comment({ attachments: [{ id }] }, owner.key, on(hidden))
  assert.equal((await world.call(`GET /api/comments/${made}`, { key: reviewer.key })).status, 404)
  const [stored] = await world.database.sql`select file_id from comment_attachments where id = ${id}`
  assert.equal(stored!.file_id, hidden)
})
