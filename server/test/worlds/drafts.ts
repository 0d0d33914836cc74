// Drafts as a caller of the local provider receives them.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { GenerationRequest, Reference } from '../../src/core/provider.ts'
import { createLocalProvider, type LocalOptions } from '../../src/generation/local/local-provider.ts'
import { models, videoDefaults } from '../../src/generation/models.ts'

export function draftRequest(modelId: string, more: Partial<GenerationRequest> = {}): GenerationRequest {
  const model = models.find(({ id }) => id === modelId)!
  const video = model.video ? videoDefaults(model.video) : null
  return { model, prompt: 'A lighthouse at dusk', references: [], video, clientReference: 'ref-1', ...more }
}

export async function makeDraft(
  request: GenerationRequest,
  options: LocalOptions = {},
  signal = AbortSignal.timeout(240_000),
): Promise<{ extension: string; bytes: Buffer }> {
  const provider = createLocalProvider(options)
  assert.deepEqual(provider.validate(request), [])
  const started = await provider.start(request, signal)
  assert.ok('output' in started)
  return { extension: started.output.extension, bytes: await buffer(started.output.body) }
}

export function reference(id: string, name: string, mimeType: string, bytes: Buffer): Reference {
  return { id, name, mimeType, size: bytes.length, read: async () => Readable.from([bytes]) }
}

export function solidImage(background: string, width = 300, height = 200): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

export const languages = {
  Latin: 'A crème brûlée, slowly caramelised',
  Chinese: '海边的灯塔与猫',
  Japanese: '灯台のそばで眠る猫',
  Korean: '바닷가의 등대와 고양이',
}

/** A prompt of characters that could break a renderer, a template or a shell. */
export const oddPrompt =
  '#panic("x") <b>&amp;</b> $x^2$ ```\n--- x\n# h ]]> \u0000\u0001 \ud800 \u{10ffff} 😀 👩‍👩‍👧 ก עברית %s {x} -y; "\''
