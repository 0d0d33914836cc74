import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { downloadIntoCache } from '../../../test/helpers/on-demand-cache.ts'
import { draftRequest } from '../../../test/worlds/drafts.ts'
import { readConfig } from '../../config.ts'
import { keySettings } from './draft.ts'
import { findFfmpeg, packagedFfmpeg } from './ffmpeg.ts'
import { createLocalProvider } from './local-provider.ts'

test('the settings named in a draft make the provider available', () => {
  for (const [provider, settings] of Object.entries(keySettings)) {
    const names = settings.split(' and ')
    const env = Object.fromEntries(names.map((name) => [name, name === 'TEXT_MODEL' ? 'openai:gpt' : 'key']))
    const generation = readConfig({ OPENAI_API_KEY: 'key', ...env }).generation
    assert.ok(generation[provider as keyof typeof keySettings], provider)
  }
})

test('after a crash a draft is started again', async () => {
  const provider = createLocalProvider()
  assert.equal(await provider.recover?.(draftRequest('pdf'), AbortSignal.timeout(1000)), null)
})

test('an error while drawing is a retryable failure', async () => {
  const provider = createLocalProvider({ ffmpeg: '/bin/false' })
  await assert.rejects(provider.start(draftRequest('kling-3.0'), AbortSignal.timeout(60_000)), {
    name: 'GenerationFailure',
    code: 'provider_failed',
    retryable: true,
  })
})

test('a draft that is aborted before its start does not start', async () => {
  const aborted = AbortSignal.abort()
  for (const id of ['pdf', 'gpt-image-2', 'kling-3.0', 'meshy-7']) {
    await assert.rejects(createLocalProvider().start(draftRequest(id), aborted), { name: 'AbortError' })
  }
})

downloadIntoCache()
const packaged = await packagedFfmpeg()

test('an ffmpeg without H.264 is skipped', {
  skip: packaged ? false : 'the package cannot be downloaded',
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-ffmpeg-'))
  try {
    writeFileSync(join(folder, 'ffmpeg'), '#!/bin/sh\necho V..... mpeg4\n', { mode: 0o755 })
    assert.equal(await findFfmpeg([folder]), packaged)
    assert.equal(await findFfmpeg([]), packaged)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
