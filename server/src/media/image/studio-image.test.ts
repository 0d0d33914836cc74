import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { missing } from '../../../test/helpers/media-tools.ts'
import { pixels, process, workOn } from '../../../test/media-corpus/process-still.ts'
import { createFindProcessor } from '../processors.ts'

const options = { skip: missing('ffmpeg') }
const findProcessor = createFindProcessor({ ffmpeg: undefined, ffprobe: undefined })

const [width, height] = [64, 32]
const light = [128, 64, 32] as const

/** An image of one colour, encoded by ffmpeg. */
function encoded(codec: string, format: string): Buffer {
  const input = Buffer.alloc(width * height * 3, Buffer.from(light))
  const raw = ['-f', 'rawvideo', '-pixel_format', 'rgb24', '-video_size', `${width}x${height}`, '-i', '-']
  const output = ['-frames:v', '1', '-pix_fmt', format, '-c:v', codec, '-f', 'image2pipe', '-']
  return execFileSync('ffmpeg', ['-v', 'error', ...raw, ...output], { input })
}

/** Written by hand: no layers, no resources, the uncompressed planes of the merged image. */
function psd(): Buffer {
  const header = Buffer.alloc(26)
  header.write('8BPS')
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(3, 12)
  header.writeUInt32BE(height, 14)
  header.writeUInt32BE(width, 18)
  header.writeUInt16BE(8, 22)
  header.writeUInt16BE(3, 24)
  const planes = light.map((value) => Buffer.alloc(width * height, value))
  return Buffer.concat([header, Buffer.alloc(12), Buffer.alloc(2), ...planes])
}

/** Linear light converted to sRGB. */
const shown = light.map((value) => Math.round(255 * (1.055 * (value / 255) ** (1 / 2.4) - 0.055)))

for (const [mimeType, make, colour] of [
  ['image/x-exr', () => encoded('exr', 'gbrpf32le'), shown],
  ['image/x-dpx', () => encoded('dpx', 'rgb24'), light],
  ['image/vnd.adobe.photoshop', psd, light],
] as const) {
  test(`${mimeType}: has its size and colours`, options, async () => {
    const processor = (await findProcessor(mimeType))!
    const { info, path } = await process(processor, make(), mimeType)
    assert.deepEqual([info.kind, info.width, info.height], ['IMAGE', width, height])
    for (const name of ['thumbnail.webp', 'preview.webp']) {
      const seen = pixels(path(name)).at(0.5, 0.5)
      assert.ok(
        seen.every((value, channel) => Math.abs(value - colour[channel]!) <= 5),
        `${name}: ${seen}`,
      )
    }
  })

  test(`${mimeType}: a truncated, invalid or too large file is refused with a message`, options, async () => {
    const processor = (await findProcessor(mimeType))!
    const whole = make()
    const hostile = [whole.subarray(0, 60), Buffer.concat([whole.subarray(0, 12), Buffer.alloc(3000, 0xa7)])]
    if (mimeType.endsWith('photoshop')) hostile.push(Buffer.from(whole.fill(0x0f, 14, 22)))
    for (const bytes of hostile) {
      const work = workOn(bytes, mimeType)
      await assert.rejects(processor.probe(work), { message: /^[A-Z].*\.$/, code: /unreadable|too_large/ })
      assert.deepEqual(
        readdirSync(work.folder).filter((name) => name !== 'decoded.png'),
        [],
      )
    }
  })
}
