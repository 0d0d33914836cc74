import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { validateGlb } from '../../../test/helpers/media-tools.ts'
import {
  draftRequest,
  languages,
  makeDraft,
  oddPrompt,
  reference,
  solidImage,
} from '../../../test/worlds/drafts.ts'
import { models } from '../models.ts'
import { imageSize } from './draft-image.ts'

const prompts = Object.values(languages)
const imageModels = models.filter(({ outputType }) => outputType === 'IMAGE')

for (const [index, { id, name }] of imageModels.entries()) {
  test(`${id}: an image draft has the right size and says that it is a draft`, async () => {
    const prompt = prompts[index] ?? oddPrompt
    const { extension, bytes } = await makeDraft(draftRequest(id, { prompt }))
    assert.equal(extension, 'png')
    const { format, width, height, xmpAsString } = await sharp(bytes).metadata()
    assert.deepEqual({ format, width, height }, { format: 'png', ...imageSize })
    assert.match(xmpAsString ?? '', new RegExp(`DRAFT\\. This is a draft .* to have ${name} make it\\.`))
    if (index < prompts.length) assert.ok(xmpAsString?.includes(prompt))
    await sharp(bytes).raw().toBuffer()
  })
}

test('an image draft shows the images among its references', async () => {
  const references = [
    reference('FX1', 'red.png', 'image/png', await solidImage('#ff0000')),
    reference('FX2', 'broken.png', 'image/png', Buffer.from('no image')),
    reference('FX3', 'cut.mp4', 'video/mp4', Buffer.from('no video')),
  ]
  const { bytes } = await makeDraft(draftRequest('gpt-image-2', { references }))
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let red = 0
  for (let at = 0; at < data.length; at += info.channels) {
    if (data[at]! > 240 && data[at + 1]! < 30 && data[at + 2]! < 30) red++
  }
  assert.ok(red > 10_000, `${red} red pixels`)
})

for (const id of ['meshy-7', 'hunyuan3d-3.1']) {
  test(`${id}: a 3D draft has the slate and a panel per image`, async () => {
    const references = [
      reference('FX1', 'red.png', 'image/png', await solidImage('#ff0000')),
      reference('FX2', 'broken.png', 'image/png', Buffer.from('no image')),
    ]
    const { extension, bytes } = await makeDraft(draftRequest(id, { prompt: oddPrompt, references }))
    assert.equal(extension, 'glb')
    const { issues, info } = await validateGlb(bytes)
    assert.deepEqual([issues.numErrors, issues.numWarnings], [0, 0], JSON.stringify(issues.messages))
    // The slate and one panel, each with an image and edges.
    assert.equal(info.drawCallCount, 4)
    const { asset } = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString('utf8'))
    assert.equal(asset.generator, 'Dailies local draft')
    assert.equal(asset.extras.draft, true)
    assert.match(asset.extras.notice, /^This is a draft/)
  })
}
