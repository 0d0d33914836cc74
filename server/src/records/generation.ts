import { z } from 'zod'
import { outputTypes, providerNames } from '../core/provider.ts'
import { ReferenceId } from '../core/schemas.ts'
import { fragment } from '../core/sql.ts'

const ImageFacts = z.object({
  mimeType: z.string(),
  width: z.int().describe('In pixels.'),
  height: z.int().describe('In pixels.'),
  size: z.int().describe('In bytes.'),
})

const Adjustment = z
  .object({
    attachment: z.object({ id: ReferenceId }),
    changes: z
      .array(z.enum(['CONVERTED', 'DOWNSCALED', 'COMPRESSED', 'FIRST_FRAME']))
      .describe(
        'CONVERTED: another format. DOWNSCALED: fewer pixels. COMPRESSED: fewer bytes. FIRST_FRAME: only the first frame or page was sent.',
      ),
    from: ImageFacts.describe('The stored attachment.'),
    to: ImageFacts.describe('The image sent to the provider.'),
  })
  .meta({ id: 'GenerationAdjustment' })
export type Adjustment = z.infer<typeof Adjustment>

export const Generation = z
  .object({
    outputType: z.enum(outputTypes),
    outputModel: z.string(),
    prompt: z.string(),
    attachments: z
      .array(z.object({ id: ReferenceId }))
      .describe('Attachments of the request; some may be deleted since.'),
    configs: z
      .object({
        generateAudio: z.boolean().nullish(),
        resolution: z.string().nullish(),
        durationSeconds: z.number().nullish(),
        aspectRatio: z.string().nullish(),
      })
      .nullable()
      .describe('Settings of the request.'),
    state: z.enum(['QUEUED', 'STARTING', 'RUNNING', 'FETCHING', 'DONE', 'FAILED', 'CANCELLED']),
    progress: z.number().min(0).max(1).nullable().describe('From 0 to 1, if the provider reports it.'),
    position: z.int().nullable().describe('Number of generations ahead in the queue; null unless QUEUED.'),
    adjustments: z
      .array(Adjustment)
      .describe(
        'Attached images that were converted or downscaled because the provider does not accept the originals. Prompts are never truncated, attachments never omitted.',
      ),
    provider: z
      .enum(providerNames)
      .describe('Provider of the model; `local` for a draft made without an API key.'),
  })
  .meta({ id: 'Generation' })

/** `generations g` as one JSON value of this shape; null for files that were not generated. */
export const generationColumn = fragment`case when g.file_id is not null then json_build_object(
    'outputType', g.output_type, 'outputModel', g.output_model, 'prompt', g.prompt,
    'attachments', coalesce((select json_agg(json_build_object('id', r.given_id) order by r.position)
      from generation_references r where r.file_id = g.file_id), '[]'),
    'configs', g.configs, 'state', g.state, 'progress', g.progress,
    'position', case when g.state = 'QUEUED' then (select count(*) from generations before
      where before.provider = g.provider and before.state = 'QUEUED'
        and (before.queued_at, before.file_id) < (g.queued_at, g.file_id)) end,
    'adjustments', g.adjustments, 'provider', g.provider) end`
