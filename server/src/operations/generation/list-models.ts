import { z } from 'zod'
import { JsonText } from '../../core/json-text.ts'
import { type CallContext, defineOperation } from '../../core/operation.ts'
import { attachmentKinds } from '../../core/provider.ts'
import { models } from '../../generation/models.ts'
import { OutputTypeName } from './generation-input.ts'
import { effectiveLimits, Limits } from './model-limits.ts'

const Model = z
  .object({
    id: z.string(),
    name: z.string(),
    outputType: OutputTypeName,
    available: z
      .boolean()
      .describe('Whether this server can generate files with the model, at least as drafts.'),
    draft: z
      .boolean()
      .describe('Whether the model makes drafts only, because this server has no API key of its provider.'),
    attachments: z
      .array(z.enum(attachmentKinds))
      .describe('Kinds of files that the model accepts as references with the configured provider.'),
    limits: Limits,
    configs: z
      .object({
        resolution: z.array(z.string()),
        durationSeconds: z.object({ min: z.int(), max: z.int() }),
        aspectRatio: z.array(z.string()),
        generateAudio: z.boolean().describe('Whether the model can generate audio.'),
      })
      .nullable()
      .describe('Values that the settings of a video accept; null if the model has no settings.'),
  })
  .meta({ id: 'Model' })

export const listModels = defineOperation({
  http: 'GET /api/models',
  client: 'models.list',
  tool: 'list_models',
  summary: 'List the models that generate files, with their settings and limits.',
  toolUse: 'Use it before generate_file to choose a model and its settings.',

  scope: 'ai:generate',
  tier: 'default',

  input: z.strictObject({}),
  output: [200, z.array(Model)],

  async handler(_input, { providers }) {
    const known = answers.get(providers)
    if (known) return known
    const answer = new JsonText<z.output<typeof Model>[]>(JSON.stringify({ data: modelsOf(providers) }))
    answers.set(providers, answer)
    return answer
  },
})

type KnownProviders = CallContext['providers']

/** The providers of a server do not change while it runs, so its answer is written once. */
const answers = new WeakMap<KnownProviders, JsonText<z.output<typeof Model>[]>>()

function modelsOf(providers: KnownProviders): z.output<typeof Model>[] {
  return models.map((model) => {
    const { id, name, outputType, video } = model
    const configs = video && {
      resolution: [...video.resolutions],
      durationSeconds: video.durationSeconds,
      aspectRatio: [...video.aspectRatios],
      generateAudio: video.audio,
    }
    const provider = providers.forModel(model)
    const limits = effectiveLimits(model, provider)
    return {
      ...{ id, name, outputType, available: provider !== undefined, draft: provider?.name === 'local' },
      ...{ attachments: limits.attachments.kinds, limits, configs },
    }
  })
}
