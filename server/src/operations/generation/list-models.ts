import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { attachmentKinds } from '../../core/provider.ts'
import { models } from '../../generation/models.ts'
import { OutputTypeName } from './generation-input.ts'
import { effectiveLimits, Limits } from './model-limits.ts'

const Model = z
  .object({
    id: z.string(),
    name: z.string(),
    outputType: OutputTypeName,
    available: z.boolean().describe('Whether this server makes files with it, be it as a draft.'),
    draft: z.boolean().describe('Whether it makes drafts only: this server has no key for its provider.'),
    attachments: z
      .array(z.enum(attachmentKinds))
      .describe('The kinds of files that it can be shown, with the provider that is configured.'),
    limits: Limits,
    configs: z
      .object({
        resolution: z.array(z.string()),
        durationSeconds: z.object({ min: z.int(), max: z.int() }),
        aspectRatio: z.array(z.string()),
        generateAudio: z.boolean().describe('Whether it can make sound.'),
      })
      .nullable()
      .describe('What can be asked of a video; null: the model has no settings.'),
  })
  .meta({ id: 'Model' })

export const listModels = defineOperation({
  http: 'GET /api/models',
  client: 'models.list',
  tool: 'list_models',
  summary: 'List the models that files are generated with, and their settings.',
  toolUse: 'Use it before generate_file: it tells which models there are and what each can be asked for.',

  scope: 'ai:generate',
  tier: 'default',

  input: z.strictObject({}),
  output: [200, z.array(Model)],

  async handler(_input, { providers }) {
    return models.map((model) => {
      const { id, name, outputType, video } = model
      const configs = video && {
        resolution: [...video.resolutions],
        durationSeconds: video.durationSeconds,
        aspectRatio: [...video.aspectRatios],
        generateAudio: video.audio,
      }
      const provider = providers.forModel(model)
      const available = provider !== undefined
      const draft = provider?.name === 'local'
      const limits = effectiveLimits(model, provider)
      return {
        id,
        name,
        outputType,
        available,
        draft,
        attachments: limits.attachments.kinds,
        limits,
        configs,
      }
    })
  },
})
