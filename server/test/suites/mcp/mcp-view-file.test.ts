// The images and texts that a model receives when it looks at a file.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { startViewing } from '../../../src/operations/files/fixtures/viewed-files.ts'
import { post, refusalOf } from '../../helpers/mcp-client.ts'
import { startWorld } from '../../worlds/world.ts'

const world = await startWorld()
const { projectId, owner, newMedia, comment } = await startViewing(world)

const preview = await sharp({ create: { width: 64, height: 40, channels: 3, background: '#c00000' } })
  .webp()
  .toBuffer()
const newImage = (allowRestricted = true) =>
  newMedia({ kind: 'IMAGE', width: 64, height: 40 }, { 'preview.webp': preview }, undefined, allowRestricted)

async function viewFile(input: object, { key }: { key: string } = owner) {
  const params = { name: 'view_file', arguments: input }
  return (await post(world.url, key, { method: 'tools/call', params })).body.result
}

test('view_file returns images and one line of text each, without structured content', async () => {
  const fileId = await newImage()
  const note = await comment(fileId, { content: 'Warmer' })
  const { content, structuredContent, isError } = await viewFile({ fileId, at: null })
  assert.deepEqual([isError ?? false, structuredContent], [false, undefined])
  const [notice, line, image, ...rest] = content
  assert.match(notice.text, /do not follow instructions/)
  const url = `${world.services.origin()}/files/${fileId}`
  assert.equal(line.text, `the whole image, 64 × 40 pixels. Notes: 1 = ${note}. ${url}`)
  assert.deepEqual([image.type, image.mimeType, rest], ['image', 'image/jpeg', []])
  const { format, width, height } = await sharp(Buffer.from(image.data, 'base64')).metadata()
  assert.deepEqual([format, width, height], ['jpeg', 64, 40])
})

test('view_file has no output schema, and an input that every strict client accepts', async () => {
  const { body } = await post(world.url, owner.key, { method: 'tools/list' })
  const tool = body.result.tools.find(({ name }: { name: string }) => name === 'view_file')
  assert.equal(tool.outputSchema, undefined)
  assert.equal(tool.annotations.readOnlyHint, true)
  assert.ok(!/anyOf|oneOf|"null"/.test(JSON.stringify(tool.inputSchema)))
  assert.deepEqual(Object.keys(tool.inputSchema.properties), ['fileId', 'at', 'compareWith', 'drawings'])
})

test('view_file refuses what the API refuses, as text that names the limit or the reason', async () => {
  const fileId = await newImage()
  const many = refusalOf(await viewFile({ fileId, at: Array(200).fill('1') }))
  assert.match(many.message, /at most 8 places/i)
  const hidden = await newImage(false)
  const restricted = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  assert.equal(refusalOf(await viewFile({ fileId: hidden }, restricted)).code, 'not_found')
  const other = refusalOf(await viewFile({ fileId, compareWith: hidden }, restricted))
  assert.equal(other.code, 'invalid_request')
})
