import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { invalidRequest } from '../../core/call.ts'
import { type ContextFields, defineOperation, type NetworkFields } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import { maxParts, planParts } from '../../storage/part-plan.ts'
import { refusedByQuota } from '../../storage/quotas.ts'
import { beginObject, insertObjects, type StartedObject } from '../../storage/uploads.ts'
import {
  BatchError,
  batchError,
  fieldError,
  forEachOf,
  maxBatch,
  type Outcome,
  outcomeOf,
} from './upload-batch.ts'
import { StartedUpload, uploadFields } from './upload-schemas.ts'
import { findTargets, insertFiles, type Replaced, requireTargets } from './upload-targets.ts'

const Fields = z.strictObject(uploadFields)

/** Accepts more than `Fields`, so that an invalid value fails its file and not the whole batch. */
const reference = (what: string) => z.strictObject({ id: z.string().max(100).describe(`${what} ID.`) })
const Item = z.strictObject({
  name: z.string().max(10_000).describe('Name of the file, with its extension: 1 to 255 characters.'),
  size: z.number().describe('Size in bytes, from 0 to 5 TiB.'),
  folder: reference('Folder').nullish().describe(uploadFields.folder.description!),
  replaces: reference('File').nullish().describe(uploadFields.replaces.description!),
})

type Accepted = { fields: z.output<typeof Fields>; replaced: Replaced | undefined }
type StartedFile = Accepted & { started: StartedObject }

export const startUploads = defineOperation({
  http: 'POST /api/projects/:projectId/files/upload.batch',
  client: 'files.startUploads',
  summary: 'Start the upload of up to 100 files. Each file succeeds or fails on its own.',

  scope: 'files:write',
  project: 'projectId',
  roles: contributors,
  tier: 3,

  input: z.strictObject({
    projectId: ProjectId,
    files: z
      .array(Item)
      .min(1)
      .max(maxBatch)
      .describe('Up to 100 files with at most 10,000 parts in total. Start larger files one by one.'),
  }),
  output: [
    200,
    z
      .array(
        z.object({
          file: StartedUpload.nullable().describe('The started upload; null if the file was refused.'),
          error: BatchError.nullable().describe('Why the file was refused; null on success.'),
        }),
      )
      .describe('Result for each file, in the order of the request.'),
  ],

  violations: { files_project_fkey: 'not_found', files_folder_fkey: 'conflict' },

  conflicts: ['quota_exceeded'],

  async prepare({ files }, context): Promise<Outcome<StartedFile>[]> {
    const parsed = await Promise.all(files.map((file) => outcomeOf(() => parse(file))))
    const targets = await findTargets(
      context.sql,
      context.projectId,
      parsed.flatMap(({ value }) => value ?? []),
    )
    let parts = 0
    const accepted = await mapAccepted(parsed, (fields): Accepted => {
      const replaced = requireTargets(targets, fields)
      const { partCount } = planParts(fields.size)
      if (parts + partCount > maxParts) throw fieldError('/size', 'too_many_parts', tooManyParts)
      parts += partCount
      return { fields, replaced }
    })
    const fitting = await withinQuotas(context, await withinDisk(context, accepted))
    return forEachOf(fitting, async (outcome) =>
      outcome.error
        ? outcome
        : outcomeOf(async () => ({
            ...outcome.value,
            started: await beginObject(context.storage, outcome.value.fields.size),
          })),
    )
  },

  async handler(_input, context, outcomes) {
    const startedFiles = outcomes.flatMap(({ value }) => value ?? [])
    if (startedFiles.length > 0)
      await insertObjects(
        context,
        startedFiles.map(({ started }) => started),
      )
    const files = startedFiles.map(({ fields, replaced, started }) => ({
      ...fields,
      replaced,
      objectId: started.upload.key,
    }))
    const ids = files.length > 0 ? await insertFiles(context, files) : []
    return outcomes.map(({ value, error }) =>
      error
        ? { file: null, error: batchError(error) }
        : { file: { id: ids.shift()!, parts: value.started.parts }, error: null },
    )
  },
})

const tooManyParts = `The files of a batch can have at most ${maxParts.toLocaleString('en')} parts in total. Start the upload of this file on its own.`

function parse(file: unknown): z.output<typeof Fields> {
  const parsed = Fields.safeParse(file)
  if (!parsed.success) throw invalidRequest(parsed.error.issues)
  return parsed.data
}

async function mapAccepted<T, R>(
  outcomes: readonly Outcome<T>[],
  work: (value: T) => R | Promise<R>,
): Promise<Outcome<R>[]> {
  const mapped: Outcome<R>[] = []
  for (const outcome of outcomes)
    mapped.push(outcome.error ? outcome : await outcomeOf(() => work(outcome.value)))
  return mapped
}

/** A file fits if its parts and those of the files before it stay within the limit. */
function withinDisk(
  { storage }: Pick<NetworkFields, 'storage'>,
  accepted: Outcome<Accepted>[],
): Promise<Outcome<Accepted>[]> {
  let bytes = 0
  return mapAccepted(accepted, async (one) => {
    await storage.space?.require(bytes + one.fields.size)
    bytes += one.fields.size
    return one
  })
}

async function withinQuotas(
  { sql, quotas, caller }: Pick<ContextFields, 'sql' | 'quotas' | 'caller'>,
  accepted: Outcome<Accepted>[],
): Promise<Outcome<Accepted>[]> {
  const sizes = accepted.flatMap(({ value }) => value?.fields.size ?? [])
  if (sizes.length === 0) return accepted
  const refused = await refusedByQuota(sql, quotas, caller, sizes)
  let place = 0
  return mapAccepted(accepted, (one) => {
    const error = refused.get(place++)
    if (error) throw error
    return one
  })
}
