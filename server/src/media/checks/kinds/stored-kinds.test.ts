// Images, documents and 3D models through the pipeline: uploaded, checked after their previews, and judged again from stored numbers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { missing } from '../../../../test/helpers/media-tools.ts'
import { until } from '../../../../test/helpers/until.ts'
import { coloredBox, glb, pdfFile } from '../../../../test/media-corpus/stills.ts'
import { startMediaWorld } from '../../../../test/worlds/media-world.ts'
import type { Checks } from '../../../records/checks.ts'
import { createMeasure } from '../run-checks.ts'

const skip = missing('ffmpeg')
const real = createMeasure({ ffmpeg: undefined, ffprobe: undefined })
let runs = 0
const world = await startMediaWorld({
  real: true,
  env: { MEDIA_CONCURRENCY: '1', MEDIA_QUICK_CONCURRENCY: '1' },
  measure(work, info) {
    runs++
    return real(work, info)
  },
})
const { upload, owner } = world

async function checksOf(id: string): Promise<Checks> {
  return until(async () => {
    const { body } = await world.call(`GET /api/files/${id}/checks`, { key: owner.key })
    return ['READY', 'FAILED'].includes(body.data.state) && body.data
  })
}

function shown({ findings }: Checks) {
  return findings.map(({ rule, page, message }) => [rule, page, message])
}

test('a document has findings on its pages, and another profile judges the stored numbers', {
  skip,
}, async () => {
  const text = 'BT /F1 12 Tf 72 700 Td (12) Tj ET'
  const broken = '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest [9 /Fit] >>'
  const page = (box: string, more = '') =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Resources << /Font << /F1 3 0 R >> >> /Contents 4 0 R ${more} >>`
  const bytes = pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [5 0 R 6 0 R] /Count 2 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    page('0 0 595 842'),
    page('0 0 612 792', `/Annots [${broken}]`),
  ])
  const id = await upload(bytes, 'Script.pdf')
  const checks = await checksOf(id)
  assert.equal(checks.state, 'READY', JSON.stringify(checks.failure))
  assert.deepEqual(shown(checks), [
    ['fonts', 1, 'The font Helvetica is not embedded (first used on page 1): other machines replace it.'],
    ['pageSize', 2, 'Page 2 is Letter, although page 1 is A4.'],
    ['links', 2, 'A link on page 2 is broken: a place in the document leads to a page that does not exist.'],
  ])
  assert.deepEqual([checks.counts.warnings, checks.counts.infos], [2, 1])
  const outcome = (rule: string) => checks.rules.find((one) => one.rule === rule)
  assert.deepEqual(
    [outcome('black')?.outcome, outcome('black')?.reason],
    ['NOT_APPLICABLE', 'The rule is for video and audio.'],
  )
  const before = runs
  await world.call(`POST /api/files/${id}/checks.run`, { key: owner.key, body: { profileId: 'vfx' } })
  const again = await until(async () => {
    const now = await checksOf(id)
    return now.profile?.id === 'vfx' && now
  })
  assert.deepEqual([again.findings, runs], [[], before])
})

test('an image and a model are checked like a video', { skip }, async () => {
  const cmyk = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#456' } })
    .toColourspace('cmyk')
    .withIccProfile('cmyk')
    .jpeg()
    .toBuffer()
  const image = await checksOf(await upload(cmyk, 'Poster.jpg'))
  assert.deepEqual(
    image.findings.map(({ rule, level, firstFrame }) => [rule, level, firstFrame]),
    [['colourProfile', 'WARNING', null]],
  )
  const document = await coloredBox()
  const [primitive] = document.getRoot().listMeshes()[0]!.listPrimitives()
  for (let n = 0; n < 4; n++) primitive!.getAttribute('NORMAL')!.setElement(n, [0, 0, -1])
  const model = await checksOf(await upload(await glb(document), 'Crate.glb'))
  assert.deepEqual(
    model.findings.map(({ rule, measured, limit, unit }) => [rule, measured, limit, unit]),
    [['normals', 0.333, 0.01, 'of the triangles']],
  )
})
