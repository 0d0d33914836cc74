import assert from 'node:assert/strict'
import { test } from 'node:test'
import { comment, made, nasty, threadsIn } from './fixtures/sample-export.ts'
import { writeOtio, writeOtioForRv } from './otio.ts'

/** The fields that the data model of OpenTimelineIO names, by schema. A reader refuses an object without a schema that it knows. */
const fields: Record<string, readonly string[]> = {
  'Timeline.1': ['metadata', 'name', 'global_start_time', 'tracks'],
  'Stack.1': ['metadata', 'name', 'source_range', 'effects', 'markers', 'enabled', 'children'],
  'Track.1': ['metadata', 'name', 'source_range', 'effects', 'markers', 'enabled', 'children', 'kind'],
  'Gap.1': ['metadata', 'name', 'source_range', 'effects', 'markers', 'enabled'],
  'Clip.1': ['metadata', 'name', 'source_range', 'effects', 'markers', 'enabled', 'media_reference'],
  'ExternalReference.1': ['metadata', 'name', 'available_range', 'target_url'],
  'Marker.2': ['metadata', 'name', 'color', 'marked_range', 'comment'],
  'TimeRange.1': ['duration', 'start_time'],
  'RationalTime.1': ['rate', 'value'],
}

function audit(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) {
    for (const child of node) audit(child)
    return
  }
  const { OTIO_SCHEMA: schema, ...rest } = node as Record<string, unknown> & { OTIO_SCHEMA?: string }
  assert.ok(schema !== undefined && fields[schema], `unknown schema ${schema}`)
  assert.deepEqual(Object.keys(rest).sort(), [...fields[schema]!].sort(), schema)
  for (const [name, value] of Object.entries(rest)) if (name !== 'metadata') audit(value)
}

test('OTIO: every object has a known schema and its fields', () => {
  audit(JSON.parse(writeOtio(made())))
})

test('OTIO: a marker for each thread, at its frame, in a clip that holds all of them', () => {
  const text = writeOtio(made())
  const clip = JSON.parse(text).tracks.children[0].children[0]
  assert.deepEqual([clip.source_range.start_time.value, clip.source_range.duration.value], [0, 1858])
  assert.equal(clip.source_range.duration.rate, 30000 / 1001)
  type Marker = {
    marked_range: { start_time: { value: number }; duration: { value: number } }
    color: string
  }
  assert.deepEqual(
    clip.markers.map(({ marked_range: { start_time, duration }, color }: Marker) => [
      ...[start_time.value, duration.value, color],
    ]),
    threadsIn(made()).map(({ start, length, comment }) => [
      start,
      length,
      comment.resolvedAt === null ? 'RED' : 'GREEN',
    ]),
  )
  const last = clip.markers.at(-1)
  assert.deepEqual([last.name, last.comment], [`Ann, "A": ${nasty}`, 'Ann, "A": @Ben: yes'])
})

test('OTIO: whole rates and values are written as floating-point numbers, texts are not changed', () => {
  const whole = made()
  whole.rate = { num: 25, den: 1 }
  whole.title = '"rate": 7\n"value": 8'
  const text = writeOtio(whole)
  assert.match(text, /"rate": 25\.0,/)
  assert.doesNotMatch(text, /"(rate|value)": \d+,?$/m)
  assert.equal(JSON.parse(text).name, whole.title)
})

const drawing = {
  shapes: [
    {
      kind: 'pen' as const,
      points: [
        [0.5, 0.5],
        [0, 0],
        [1, 1],
      ],
      colour: '#ff8000',
      width: 0.01,
    },
    {
      kind: 'arrow' as const,
      points: [
        [0, 0.5],
        [0.5, 0.5],
      ],
      colour: '#000000',
      width: 0.02,
    },
    {
      kind: 'box' as const,
      points: [
        [0, 0],
        [1, 1],
      ],
      colour: '#ffffff',
      width: 0.02,
    },
    {
      kind: 'ellipse' as const,
      points: [
        [0, 0],
        [1, 1],
      ],
      colour: '#ffffff',
      width: 0.02,
    },
    { kind: 'text' as const, points: [[0, 0]], colour: '#ffffff', width: 0.1, text: 'Here' },
  ],
}
const drawn = () => made('25', [comment('drawn', { frame: 7, annotation: drawing })])

test('OTIO: without RV, only core schemas; a drawing is in the metadata of its marker', () => {
  const text = writeOtio(drawn())
  audit(JSON.parse(text))
  const [marker] = JSON.parse(text).tracks.children[0].children[0].markers
  assert.deepEqual(marker.metadata.dailies.annotation, drawing)
})

test('OTIO for RV: strokes in the coordinates of the image, on the frame of the comment', () => {
  const written = drawn()
  written.clips[0]!.sourceStart = 90_000
  const [clip] = JSON.parse(writeOtioForRv(written)).tracks.children[0].children
  assert.deepEqual(clip.media_reference.available_image_bounds.max, {
    OTIO_SCHEMA: 'V2d.1',
    x: 8,
    y: (8 * 858) / 2048,
  })
  const [annotation] = clip.effects
  assert.deepEqual([annotation.OTIO_SCHEMA, annotation.effect_name], ['Annotation.1', 'Annotation.1'])
  type Layer = {
    OTIO_SCHEMA: string
    points: { x: number; y: number; width: number }[]
    rgba: number[]
    layer_range: unknown
  }
  const layers: Layer[] = annotation.layers
  assert.deepEqual(
    layers.map((layer) => [layer.OTIO_SCHEMA, layer.points.length]),
    [
      ['Paint.1', 3],
      ['Paint.1', 2],
      ['Paint.1', 3],
      ['Paint.1', 5],
      ['Paint.1', 49],
    ],
  )
  const height = (16 * 858) / 2048
  const close = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1e-9, `${a} ${b}`)
  const expected = [
    [0, 0],
    [-8, height / 2],
    [8, -height / 2],
  ]
  for (const [i, { x, y, width }] of layers[0]!.points.entries()) {
    close(x, expected[i]![0]!)
    close(y, expected[i]![1]!)
    close(width, 0.01 * height)
  }
  assert.deepEqual(layers[0]!.rgba, [1, 128 / 255, 0, 1])
  const range = layers[0]!.layer_range as { start_time: { value: number }; duration: { value: number } }
  assert.deepEqual([range.start_time.value, range.duration.value], [90_007, 1])
  const head = layers[2]!.points
  assert.deepEqual([head[1]!.x, head[1]!.y], [0, 0])
  assert.ok(head[0]!.x < 0 && head[2]!.x < 0 && head[0]!.y * head[2]!.y < 0)
})
