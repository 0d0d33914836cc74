// Hostile files fail with a reason, and reach nothing outside of themselves.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import sharp from 'sharp'
import {
  type Hostile,
  hostileStills,
  largePdfs,
  pointingSvgs,
} from '../../../test/media-corpus/hostile-stills.ts'
import { workOn } from '../../../test/media-corpus/process-still.ts'
import { pdf } from '../../../test/media-corpus/stills.ts'
import { drawImage } from '../image/draw-image.ts'
import { type Derivative, MediaFailure, type Processor, type Work } from '../processor.ts'
import { document, image, model } from '../stills.ts'

const visits: string[] = []
const server = createServer((request, response) => {
  visits.push(request.url!)
  response.end()
}).listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())
const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

function processorOf({ mimeType }: Hostile): Processor {
  if (mimeType.startsWith('image/')) return image
  return mimeType === 'application/pdf' ? document : model
}

async function runAll(processor: Processor, work: Work): Promise<Derivative[]> {
  const info = await processor.probe(work)
  const derivatives: Derivative[] = []
  for (const step of processor.steps(info)) derivatives.push(...(await step.make(work, info)))
  return derivatives
}

/** The child processes of this process that still run. */
function children(): string {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim()
}

describe('hostile files fail with a reason', async () => {
  const before = process.platform === 'linux' ? children() : ''
  for (const hostile of await hostileStills(site)) {
    test(hostile.name, async () => {
      const work = workOn(hostile.bytes, hostile.mimeType)
      const failure = await runAll(processorOf(hostile), work).then(
        () => undefined,
        (error) => error,
      )
      assert.ok(failure instanceof MediaFailure, `${failure?.stack ?? 'it was processed'}`)
      assert.match(failure.message, /^[A-Z].*\.$/, 'a sentence')
      assert.ok(!failure.message.includes(dirname(work.folder)), 'no path of the server')
    })
  }
  if (process.platform === 'linux') test('no process is left', () => assert.equal(children(), before))
})

const secret = { r: 250, g: 10, b: 200 }

async function shows(path: string): Promise<boolean> {
  const pixels = await sharp(path).flatten({ background: '#fff' }).raw().toBuffer()
  for (let i = 0; i < pixels.length; i += 3) {
    if (pixels[i]! > 150 && pixels[i + 1]! < 90 && pixels[i + 2]! > 120) return true
  }
  return false
}

describe('an SVG loads nothing outside of itself', async () => {
  const { folder } = workOn(Buffer.from(''), 'image/svg+xml')
  const beside = join(dirname(folder), 'secret.png')
  writeFileSync(
    beside,
    await sharp({ create: { width: 40, height: 40, channels: 3, background: secret } })
      .png()
      .toBuffer(),
  )
  for (const hostile of pointingSvgs(site, beside)) {
    // Without the sandbox, in which there is neither a network nor a file to load.
    test(hostile.name, async () => {
      const { source, folder: drawn, mimeType } = workOn(hostile.bytes, hostile.mimeType)
      // Some are refused completely, which is as safe.
      await drawImage({ task: 'draw-image', source, folder: drawn, mimeType }).catch((error) =>
        assert.ok(error instanceof MediaFailure, String(error?.stack)),
      )
      for (const name of readdirSync(drawn))
        assert.ok(!(await shows(join(drawn, name))), 'the secret is not in the image')
    })
  }
  test('no request was sent', () => assert.deepEqual(visits, []))
})

describe('a PDF is drawn within the limits, or refused', () => {
  for (const hostile of largePdfs()) {
    test(hostile.name, async () => {
      const work = workOn(hostile.bytes, hostile.mimeType)
      const derivatives = await runAll(document, work).catch((error) => {
        assert.ok(error instanceof MediaFailure, String(error?.stack))
        return []
      })
      for (const { path, mimeType } of derivatives) {
        if (mimeType !== 'image/webp') continue
        const { width, height } = await sharp(path).metadata()
        assert.ok(width <= 2_000 && height <= 2_000)
      }
    })
  }
})

test('a decoder that exceeds its time or memory limit is killed', async () => {
  const { runDecoder } = await import('./run-decoder.ts')
  const bytes = await sharp({ create: { width: 2_000, height: 2_000, channels: 3, background: secret } })
    .png()
    .toBuffer()
  const work = workOn(bytes, 'image/png')
  await assert.rejects(runDecoder('draw-image', work, { limits: { seconds: 0.05, megabytes: 2_000 } }), {
    code: 'took_too_long',
  })
  await assert.rejects(runDecoder('draw-image', work, { limits: { seconds: 60, megabytes: 20 } }), {
    code: 'too_large',
  })
})

test('aborted work ends at once', async () => {
  const controller = new AbortController()
  const work = {
    ...workOn(
      await sharp({ create: { width: 9, height: 9, channels: 3, background: secret } })
        .png()
        .toBuffer(),
      'image/png',
    ),
    signal: controller.signal,
  }
  const running = image.probe(work)
  controller.abort(new Error('called off'))
  await assert.rejects(running, { message: 'called off' })
  assert.deepEqual(readdirSync(work.folder), [])
})

const onLinux = { skip: process.platform !== 'linux' }

test('a busy decoder whose server was killed ends at its limit of processor time', onLinux, async () => {
  const { runDecoder, stillLimits } = await import('./run-decoder.ts')
  const others = children().split(' ')
  const limits: string[] = []
  const report = () => {
    const pid = children()
      .split(' ')
      .find((child) => !others.includes(child))
    limits.push(readFileSync(`/proc/${pid}/limits`, 'utf8'))
  }
  const pages = ['/MediaBox [0 0 20 20]', '/MediaBox [0 0 20 20]']
  const all = { pages: { first: 1, last: 2 } }
  await runDecoder('draw-pages', { ...workOn(pdf(pages), 'application/pdf'), report }, all)
  const most = 2 * stillLimits.seconds
  assert.match(limits[0]!, new RegExp(`^Max cpu time +${most} +${most} +seconds`, 'm'))
})
