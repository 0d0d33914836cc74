import assert from 'node:assert/strict'
import { test } from 'node:test'
import { made, nasty } from './fixtures/sample-export.ts'
import { writeOtio } from './otio.ts'

/** The fields that the data model of OpenTimelineIO names, by schema. A reader refuses an object without a schema that it knows. */
const fields: Record<string, readonly string[]> = {
  'Timeline.1': ['metadata', 'name', 'global_start_time', 'tracks'],
  'Stack.1': ['metadata', 'name', 'source_range', 'effects', 'markers', 'enabled', 'children'],
  'Track.1': ['metadata', 'name', 'source_range', 'effects', 'markers', 'enabled', 'children', 'kind'],
  'Clip.1': ['metadata', 'name', 'source_range', 'effects', 'markers', 'enabled', 'media_reference'],
  'MissingReference.1': ['metadata', 'name', 'available_range'],
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
    made().threads.map(({ start, length, comment }) => [
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
  whole.fileName = '"rate": 7\n"value": 8'
  const text = writeOtio(whole)
  assert.match(text, /"rate": 25\.0,/)
  assert.doesNotMatch(text, /"(rate|value)": \d+,?$/m)
  assert.equal(JSON.parse(text).name, whole.fileName)
})
