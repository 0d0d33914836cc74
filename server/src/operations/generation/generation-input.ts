import { z } from 'zod'
import { outputTypes } from '../../core/provider.ts'
import { FolderId, ProjectId, ReferenceId, text } from '../../core/schemas.ts'
import { models } from '../../generation/models.ts'
import { type RequestParts, requestErrors } from '../../generation/rules.ts'

export const OutputTypeName = z.enum(outputTypes).describe('Type of the file to generate.')

const Configs = z
  .strictObject({
    generateAudio: z.boolean().nullish().describe('Whether to generate audio, if the model can.'),
    resolution: z
      .string()
      .max(20)
      .nullish()
      .describe('Resolution, such as `720p`; see List Models for the values of each model.'),
    durationSeconds: z.number().nullish().describe('Length in whole seconds, within the range of the model.'),
    aspectRatio: z
      .string()
      .max(20)
      .nullish()
      .describe('Aspect ratio, such as `16:9`; see List Models for the values of each model.'),
  })
  .nullish()
  .describe('Settings of video models; other models accept none. The model chooses what is omitted.')

/** Checks the rules of the model table along with the schema, so that all errors are reported together. */
export const GenerateFileInput = z
  .strictObject({
    projectId: ProjectId,
    outputType: OutputTypeName,
    outputModel: z
      .enum(models.map(({ id }) => id))
      .describe('A model for this output type; see List Models.'),
    prompt: text(1, 5000).describe(
      'Description of the file to generate. `<#id>` refers to an attachment. Some providers accept shorter prompts only; see `limits` in List Models.',
    ),
    folder: z
      .strictObject({ id: FolderId })
      .nullable()
      .describe('The folder to put the file in; null for the project root.'),
    attachments: z
      .array(z.strictObject({ id: ReferenceId }))
      .max(5)
      .nullable()
      .describe(
        'References for the model, each once; null or [] for none. Some providers accept fewer, or images only; see `limits` in List Models.',
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
