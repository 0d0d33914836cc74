import { z } from 'zod'
import { outputTypes } from '../../core/provider.ts'
import { FolderId, ProjectId, ReferenceId, text } from '../../core/schemas.ts'
import { models } from '../../generation/models.ts'
import { type RequestParts, requestErrors } from '../../generation/rules.ts'

export const OutputTypeName = z.enum(outputTypes).describe('What to make.')

const Configs = z
  .strictObject({
    generateAudio: z.boolean().nullish().describe('Whether the video has sound, where the model makes it.'),
    resolution: z.string().max(20).nullish().describe('Such as `720p`: List Models has those of each model.'),
    durationSeconds: z.number().nullish().describe('Whole seconds, within the range of the model.'),
    aspectRatio: z
      .string()
      .max(20)
      .nullish()
      .describe('Such as `16:9`: List Models has those of each model.'),
  })
  .nullish()
  .describe('Settings of a video; only video models have them. What is left open is up to the model.')

/** The rules of the model table are checked along with the schema, so that everything wrong is said at once. */
export const GenerateFileInput = z
  .strictObject({
    projectId: ProjectId,
    outputType: OutputTypeName,
    outputModel: z
      .enum(models.map(({ id }) => id))
      .describe('A model that makes this type: see List Models.'),
    prompt: text(1, 5000).describe(
      'What to make. `<#id>` refers to an attachment. Some providers take less: see `limits` in List Models.',
    ),
    folder: z
      .strictObject({ id: FolderId })
      .nullable()
      .describe('The folder to put the file in; null: the project root.'),
    attachments: z
      .array(z.strictObject({ id: ReferenceId }))
      .max(5)
      .nullable()
      .describe(
        'Files that the model gets to see, each once; null or []: none. Some providers take fewer, or images only: see `limits` in List Models.',
      ),
    configs: Configs,
  })
  .superRefine(
    (input, context) => {
      for (const { path, code, message } of requestErrors(input as RequestParts)) {
        context.addIssue({ code: 'custom', path: path.slice(1).split('/'), message, params: { code } })
      }
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  )
