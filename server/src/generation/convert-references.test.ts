// Real adapters with stand-ins of their providers: images that a provider does not accept are converted, and
// the bytes that the stand-in received prove it.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import sharp from 'sharp'
import { until } from '../../test/helpers/until.ts'
import { bytePlus } from '../../test/stand-ins/byteplus.ts'
import { kling } from '../../test/stand-ins/kling.ts'
import { startStandIn } from '../../test/stand-ins/stand-in.ts'
import { startWorld } from '../../test/worlds/world.ts'
import { createBytePlusProvider } from './providers/byteplus.ts'
import { createKlingProvider } from './providers/kling.ts'

const klingStandIn = await startStandIn(kling)
const arkStandIn = await startStandIn(bytePlus)
after(() => Promise.all([klingStandIn.close(), arkStandIn.close()]))
const at = ({ key, baseUrl }: typeof klingStandIn) => ({ apiKey: key, baseUrl })
const world = await startWorld({
  work: true,
  providers: [createKlingProvider(at(klingStandIn)), createBytePlusProvider(at(arkStandIn))].map(
    (provider) => ({
      ...provider,
      pollSeconds: 0.1,
    }),
  ),
})
const { id: projectId, owner } = await world.project()
const client = new Dailies({ baseUrl: world.url, token: owner.key })

const upload = (bytes: Buffer, name: string) =>
  client.files.upload(projectId, new Blob([new Uint8Array(bytes)]), { name })

/** Starts a generation with these attachments, and returns it once the provider received it or it failed. */
async function generate(outputModel: 'kling-3.0-omni' | 'seedance-2.0', ids: string[]) {
  const prompt = ids.map((id) => `<#${id}>`).join(' and ')
  const attachments = ids.map((id) => ({ id }))
  const { id } = await client.files.generate(projectId, {
    ...{ outputType: 'VIDEO', outputModel, prompt, folder: null, attachments },
  })
  return started(id)
}

function started(fileId: string) {
  return until(async () => {
    const { generation, failure } = await client.files.get(fileId)
    return (
      generation && !['QUEUED', 'STARTING'].includes(generation.state) && { ...generation, failure, fileId }
    )
  })
}

/** The images that Kling received with its last start. */
function seenByKling(): Buffer[] {
  const contents: { type: string; url: string }[] = klingStandIn.starts.at(-1)!.json.contents
  return contents.filter(({ type }) => type !== 'prompt').map(({ url }) => Buffer.from(url, 'base64'))
}

function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#27c' } })
}

test('TIFF, AVIF, GIF and WebP reach Kling as JPEG and PNG, with the adjustments in the metadata', async () => {
  const transparent = sharp({ create: { width: 64, height: 48, channels: 4, background: '#27c8' } })
  const files = [
    await upload(await plain(80, 60).tiff().toBuffer(), 'a.tiff'),
    await upload(await plain(80, 60).avif().toBuffer(), 'b.avif'),
    await upload(await plain(80, 60).gif().toBuffer(), 'c.gif'),
    await upload(await transparent.webp().toBuffer(), 'd.webp'),
    await upload(await plain(80, 60).png().toBuffer(), 'e.png'),
  ]
  const { adjustments, failure } = await generate(
    'kling-3.0-omni',
    files.map(({ id }) => id),
  )
  assert.equal(failure, null)
  const seen = await Promise.all(seenByKling().map((bytes) => sharp(bytes).metadata()))
  assert.deepEqual(
    seen.map(({ format, width, height }) => [format, width, height]),
    [
      ['jpeg', 80, 60],
      ['jpeg', 80, 60],
      ['jpeg', 80, 60],
      ['png', 64, 48],
      ['png', 80, 60],
    ],
  )
  assert.deepEqual(
    adjustments.map(({ attachment, changes, from, to }) => [
      attachment.id,
      changes.join(),
      from.mimeType,
      to.mimeType,
    ]),
    [
      [files[0]!.id, 'CONVERTED', 'image/tiff', 'image/jpeg'],
      [files[1]!.id, 'CONVERTED', 'image/avif', 'image/jpeg'],
      [files[2]!.id, 'CONVERTED', 'image/gif', 'image/jpeg'],
      [files[3]!.id, 'CONVERTED', 'image/webp', 'image/png'],
    ],
  )
  assert.deepEqual(adjustments[3]!.to, {
    ...{ mimeType: 'image/png', width: 64, height: 48, size: seenByKling()[3]!.length },
  })
})

test('an image with more bytes than Kling accepts is downscaled until it fits, upright', async () => {
  const noise = randomBytes(2600 * 2000 * 3)
  const bytes = await sharp(noise, { raw: { width: 2600, height: 2000, channels: 3 } })
    .withMetadata({ orientation: 6 })
    .png()
    .toBuffer()
  assert.ok(bytes.length > 10 * 1024 * 1024)
  const { id } = await upload(bytes, 'noise.png')
  const { adjustments } = await generate('kling-3.0-omni', [id])
  const [seen] = seenByKling()
  const { format, width, height } = await sharp(seen!).metadata()
  assert.ok(seen!.length <= 10 * 1024 * 1024)
  const [adjustment] = adjustments
  assert.deepEqual(adjustment!.from, { mimeType: 'image/png', width: 2000, height: 2600, size: bytes.length })
  assert.deepEqual(adjustment!.to, { mimeType: `image/${format}`, width, height, size: seen!.length })
  assert.ok(height! > width!)
})

test('an image with more pixels than BytePlus accepts is downscaled; one that fits is sent unchanged', async () => {
  const wide = await upload(await plain(7000, 100).png().toBuffer(), 'wide.png')
  const small = await plain(300, 300).tiff().toBuffer()
  const fits = await upload(small, 'fits.tiff')
  const { adjustments } = await generate('seedance-2.0', [wide.id, fits.id])
  const [, first, second] = arkStandIn.starts.at(-1)!.json.content
  const bytes = (content: { image_url: { url: string } }) =>
    Buffer.from(content.image_url.url.split(',')[1]!, 'base64')
  assert.equal((await sharp(bytes(first)).metadata()).width, 5999)
  assert.match(first.image_url.url, /^data:image\/jpeg;/)
  assert.deepEqual(bytes(second), small)
  assert.equal(adjustments.length, 1)
  assert.deepEqual(adjustments[0]!.changes, ['CONVERTED', 'DOWNSCALED'])
})

test('only the first frame of an animation is sent, and the metadata says so', async () => {
  const frames = Buffer.concat([Buffer.alloc(300, 255), Buffer.alloc(300, 0)])
  const raw = { width: 10, height: 20, channels: 3, pageHeight: 10 } as const
  const { id } = await upload(await sharp(frames, { raw }).gif().toBuffer(), 'blink.gif')
  const { adjustments } = await generate('kling-3.0-omni', [id])
  assert.deepEqual(adjustments[0]!.changes, ['CONVERTED', 'FIRST_FRAME'])
  const { data } = await sharp(seenByKling()[0]!).raw().toBuffer({ resolveWithObject: true })
  assert.equal(data[0], 255)
})

test('a broken image fails the generation before anything is paid', async () => {
  const whole = await plain(500, 500).tiff({ compression: 'lzw' }).toBuffer()
  const { id } = await upload(whole.subarray(0, 40), 'broken.tiff')
  const starts = klingStandIn.starts.length
  const { failure, adjustments } = await generate('kling-3.0-omni', [id])
  assert.equal(failure?.code, 'reference_unreadable')
  assert.deepEqual(adjustments, [])
  assert.equal(klingStandIn.starts.length, starts)
})

test('a retry with a provider that accepts the image clears the earlier adjustments', async () => {
  const { id } = await upload(await plain(80, 60).tiff().toBuffer(), 'again.tiff')
  const { fileId, adjustments } = await generate('kling-3.0-omni', [id])
  assert.equal(adjustments.length, 1)
  const { sql } = world.database
  await sql`update generations set state = 'CANCELLED' where file_id = ${fileId}`
  await sql`update files set status = 'FAILED' where id = ${fileId}`
  await sql`update generations set output_model = 'seedance-2.0' where file_id = ${fileId}`
  await client.files.retryGeneration(fileId)
  const retryOrFail = await started(fileId)
  assert.deepEqual([retryOrFail.provider, retryOrFail.adjustments], ['byteplus', []])
})
