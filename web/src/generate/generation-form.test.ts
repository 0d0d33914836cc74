import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Model } from '@dailies/sdk'
import { attachmentKind } from '../../../server/src/generation/limits.ts'
import { models as table, videoDefaults } from '../../../server/src/generation/models.ts'
import { documentedLimits } from '../../../server/src/operations/generation/model-limits.ts'
import {
  countProblem,
  defaultSettings,
  firstModel,
  insertToken,
  kindOf,
  openingModel,
  promptHint,
  promptLength,
  promptProblem,
  requestFor,
  settingsFor,
  takes,
  withoutToken,
} from './generation-form.ts'

/** The models as the server lists them. */
const models = table.map((model): Model => {
  const { id, name, outputType, video } = model
  const configs = video && {
    resolution: [...video.resolutions],
    durationSeconds: video.durationSeconds,
    aspectRatio: [...video.aspectRatios],
    generateAudio: video.audio,
  }
  const limits = documentedLimits()[id]!
  const attachments = limits.attachments.kinds
  return { id, name, outputType, available: true, draft: false, attachments, limits, configs }
})

const find = (id: string) => models.find((model) => model.id === id)!

test('the default settings are those of the server', () => {
  for (const [i, model] of models.entries()) {
    const { video } = table[i]!
    assert.deepEqual(defaultSettings(model), video && videoDefaults(video), model.id)
  }
})

test('switching the model keeps only supported settings', () => {
  for (const from of models) {
    for (const to of models) {
      const longest = from.configs && {
        resolution: from.configs.resolution.at(-1)!,
        durationSeconds: from.configs.durationSeconds.max,
        aspectRatio: from.configs.aspectRatio.at(-1)!,
        generateAudio: from.configs.generateAudio,
      }
      const settings = settingsFor(to, longest)
      assert.equal(settings === null, to.configs === null)
      if (settings === null || to.configs === null) continue
      const { resolution, durationSeconds, aspectRatio, generateAudio } = to.configs
      assert.ok(resolution.includes(settings.resolution))
      assert.ok(aspectRatio.includes(settings.aspectRatio))
      assert.ok(
        settings.durationSeconds >= durationSeconds.min && settings.durationSeconds <= durationSeconds.max,
      )
      assert.ok(generateAudio || !settings.generateAudio)
    }
  }
})

test('switching the model keeps settings that it supports', () => {
  const chosen = { resolution: '1080p', durationSeconds: 12, aspectRatio: '9:16', generateAudio: false }
  assert.deepEqual(settingsFor(find('kling-3.0'), chosen), chosen)
  assert.deepEqual(settingsFor(find('veo-3.1-generate-preview'), chosen), { ...chosen, durationSeconds: 8 })
})

test('kinds are determined as on the server', () => {
  const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml', 'application/pdf']
  for (const type of [
    ...types,
    'video/mp4',
    'audio/wav',
    'text/markdown',
    'model/gltf-binary',
    'application/zip',
  ]) {
    assert.equal(kindOf(type), attachmentKind(type), type)
  }
  assert.equal(kindOf(null), undefined)
  assert.ok(takes(find('pdf'), { mimeType: 'text/markdown' }))
  assert.ok(takes(find('kling-3.0'), { mimeType: 'image/tiff' }))
  assert.ok(!takes(find('kling-3.0'), { mimeType: 'image/heic' }))
  assert.ok(takes(find('gemini-3-pro-image'), { mimeType: 'image/heic' }))
  assert.ok(!takes(find('kling-3.0'), { mimeType: 'video/mp4' }))
})

test('models with a key come first, then models with drafts, then unavailable ones', () => {
  const [one, two, three] = [find('gpt-image-2'), find('gemini-3-pro-image'), find('gpt-image-2.5-flare')]
  const unavailable = { ...one, available: false }
  const draft = { ...two, draft: true }
  assert.equal(firstModel([unavailable, draft, three], 'IMAGE')?.id, three.id)
  assert.equal(firstModel([unavailable, draft], 'IMAGE')?.id, draft.id)
  assert.equal(firstModel([unavailable], 'IMAGE')?.id, unavailable.id)
  assert.equal(firstModel([unavailable], 'VIDEO'), undefined)
  assert.equal(
    openingModel([{ ...find('kling-3.0'), available: false }, draft, find('meshy-7')]).id,
    draft.id,
  )
  assert.equal(openingModel([unavailable]).id, unavailable.id)
})

test('prompts are counted by code points', () => {
  assert.equal(promptLength('a😀é'), 3)
})

test('the limit of the provider is counted and named, also with references', () => {
  const reference = { id: 'FX1', name: 'a.png', mimeType: 'image/png', thumbnail: null }
  const long = 'x'.repeat(3073)
  const [kling, meshy, hunyuan] = ['kling-3.0', 'meshy-7', 'hunyuan3d-3.1'].map(find)
  assert.equal(promptHint(kling!, 'abc', 0), '3 of 3,072 characters (the limit of Kling)')
  assert.equal(promptHint(find('gpt-image-2'), 'abc', 0), '3 of 5,000 characters')
  assert.equal(
    promptProblem(kling!, long, []),
    'Kling accepts at most 3,072 characters for this model: 1 character too many.',
  )
  assert.equal(promptProblem(meshy!, long, []), undefined)
  assert.match(
    promptProblem(meshy!, long, [reference])!,
    /at most 600 characters for this model with references/,
  )
  assert.match(promptProblem(hunyuan!, 'gold <#FX1>', [reference])!, /either words or an image/)
  assert.equal(promptProblem(hunyuan!, '<#FX1>', [reference]), undefined)
  assert.equal(countProblem(kling!, 2), undefined)
  assert.equal(countProblem(kling!, 4), 'Kling accepts at most 2 references for this model. Remove 2.')
})

test('a token is inserted at the caret, separated from words, and can be removed', () => {
  const reference = { id: 'FX1' }
  assert.deepEqual(insertToken('', reference, 0, 0), { prompt: '<#FX1>', caret: 6 })
  assert.deepEqual(insertToken('Like', reference, 4, 4), { prompt: 'Like <#FX1>', caret: 11 })
  assert.deepEqual(insertToken('Like, but red', reference, 4, 4), {
    prompt: 'Like <#FX1>, but red',
    caret: 11,
  })
  assert.deepEqual(insertToken('Like this one', reference, 5, 9), { prompt: 'Like <#FX1> one', caret: 11 })
  assert.equal(withoutToken('Like <#FX1> one, <#FX1>', reference), 'Like one,')
  assert.equal(withoutToken('<#FX12> stays', reference), '<#FX12> stays')
})

test('only videos have settings', () => {
  const settings = defaultSettings(find('kling-3.0'))
  assert.deepEqual(requestFor(find('kling-3.0'), 'A', [], settings, 'folder').configs, settings)
  const image = requestFor(find('gpt-image-2'), 'A', [], null, null)
  assert.deepEqual(image, {
    outputType: 'IMAGE',
    outputModel: 'gpt-image-2',
    prompt: 'A',
    folder: null,
    attachments: [],
  })
})
