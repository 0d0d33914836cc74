// Every setting of the model table, sent to the stand-in of its provider.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytePlus } from '../../../test/stand-ins/byteplus.ts'
import { veo } from '../../../test/stand-ins/google.ts'
import { kling } from '../../../test/stand-ins/kling.ts'
import { miniMax } from '../../../test/stand-ins/minimax.ts'
import { type Adapter, requestFor, withStandIn } from '../../../test/stand-ins/provider-suite.ts'
import type { VideoConfigs, VideoSettings } from '../../core/provider.ts'
import { requestErrors } from '../limit-errors.ts'
import { models, videoDefaults } from '../models.ts'
import { createBytePlusProvider } from './byteplus.ts'
import { createGoogleProvider } from './google.ts'
import { createKlingProvider } from './kling.ts'
import { createMiniMaxProvider } from './minimax.ts'

const adapters: Record<string, Omit<Adapter, 'model'>> = {
  google: { behaviour: veo, create: createGoogleProvider, basePath: '/v1beta' },
  byteplus: { behaviour: bytePlus, create: createBytePlusProvider },
  kling: { behaviour: kling, create: createKlingProvider },
  minimax: { behaviour: miniMax, create: createMiniMaxProvider },
}

/** Settings that the API reference allows and the provider does not: refused before the 202. */
const refused = [
  'kling-3.0-turbo generateAudio=false',
  'minimax-h3-max resolution=1080p',
  'veo-3.1-generate-preview generateAudio=false',
  'veo-3.1-lite-generate-preview generateAudio=false',
]

for (const { id, provider: name, video } of models) {
  if (!video) continue
  test(`${id}: every value of its row starts, or is refused by validation`, () =>
    withStandIn({ ...adapters[name]!, model: id }, null, async (provider, standIn) => {
      for (const [setting, value] of values(video)) {
        const request = requestFor(id, {
          video: { ...videoDefaults(video), [setting]: value } as VideoConfigs,
        })
        const errors = requestErrors(provider, request)
        const expected = refused.includes(`${id} ${setting}=${value}`) ? [`/configs/${setting}`] : []
        assert.deepEqual(
          errors.map(({ path }) => path),
          expected,
          `${setting}=${value}`,
        )
        if (expected.length === 0) await provider.start(request, new AbortController().signal)
      }
      const accepted = values(video).length - refused.filter((line) => line.startsWith(`${id} `)).length
      assert.equal(standIn.starts.length, accepted)
    }))
}

function values({ resolutions, durationSeconds, aspectRatios, audio }: VideoSettings) {
  return [
    ...resolutions.map((value) => ['resolution', value] as const),
    ...aspectRatios.map((value) => ['aspectRatio', value] as const),
    ...[durationSeconds.min, durationSeconds.max].map((value) => ['durationSeconds', value] as const),
    ...(audio ? [true, false] : [false]).map((value) => ['generateAudio', value] as const),
  ]
}
