// The real decoders in each sandbox that a machine may offer: the layers that confine a hijacked decoder must
// let an honest one work.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { missing } from '../../test/helpers/media-tools.ts'
import { workOn } from '../../test/media-corpus/process-still.ts'
import { coloredBox, glb, pdf } from '../../test/media-corpus/stills.ts'
import { startWorkshop } from '../../test/media-corpus/workshop.ts'
import { draftRequest, makeDraft, reference, solidImage } from '../../test/worlds/drafts.ts'
import { runDecoder } from '../media/children/run-decoder.ts'
import { allLayers } from './probe.ts'
import { sandboxReport, useSandbox } from './sandbox.ts'
import type { Layer } from './view.ts'

const workshop = startWorkshop()

function video(): string {
  const path = join(workshop.folder, 'video.mp4')
  const inputs = '-f lavfi -i testsrc2=s=64x64:r=25:d=0.4 -f lavfi -i sine=d=0.4'.split(' ')
  if (!existsSync(path))
    execFileSync('ffmpeg', ['-y', '-v', 'error', ...inputs, '-c:v', 'libx264', '-c:a', 'aac', path])
  return path
}

for (const layers of [allLayers, ['kernel-rules'], ['namespaces'], []] satisfies (readonly Layer[])[]) {
  const use = () => useSandbox('auto', tmpdir(), layers)
  use()
  const { layers: held } = await sandboxReport()
  const skip = held.length < layers.length && 'not available on this machine'
  describe(`by ${layers.join(' and ') || 'limits alone'}`, () => {
    test('a video is processed', { skip: skip || missing('ffprobe') }, async () => {
      use()
      const { info, derivatives } = await workshop.run(video(), 'video/mp4')
      assert.equal(info.frames, 10)
      for (const name of ['poster.webp', 'thumbnail.webp', 'proxy.mp4', 'sprite-1.webp', 'waveform.json'])
        assert.ok(statSync(derivatives[name]!).size > 0, name)
    })

    test('an image, a document and a 3D model are processed', { skip }, async () => {
      use()
      const png = await solidImage('#336699', 900, 600)
      const svg = Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><text y="50">Text</text></svg>',
      )
      const stills = [
        ['draw-image', png, 'image/png'],
        ['draw-image', svg, 'image/svg+xml'],
        ['draw-cover', pdf(['/MediaBox [0 0 200 200]']), 'application/pdf'],
        ['draw-model', await glb(await coloredBox()), 'model/gltf-binary'],
      ] as const
      for (const [task, bytes, mimeType] of stills) {
        const work = workOn(bytes, mimeType)
        await runDecoder(task, work)
        const thumbnail = readFileSync(join(work.folder, 'thumbnail.webp'))
        assert.equal((await sharp(thumbnail).metadata()).format, 'webp', mimeType)
      }
    })

    test('drafts with a reference are drawn', { skip: skip || missing('ffmpeg') }, async () => {
      use()
      const references = [reference('FX1', 'Still.png', 'image/png', await solidImage('red'))]
      for (const id of ['gpt-image-2', 'meshy-7', 'pdf', 'kling-3.0']) {
        const { bytes } = await makeDraft(draftRequest(id, { references }))
        assert.ok(bytes.length > 1_000, id)
      }
    })
  })
}
