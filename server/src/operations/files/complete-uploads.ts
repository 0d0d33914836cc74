import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId, text } from '../../core/schemas.ts'
import { completeFound, findObjects, markStored, type WholeObject } from '../../storage/uploads.ts'
import { findUploadedFiles, finishUploads, requireUpload } from './open-uploads.ts'
import { BatchError, batchError, forEachOf, maxBatch, outcomeOf } from './upload-batch.ts'
import { ClaimedParts } from './upload-schemas.ts'

export const completeUploads = defineOperation({
  http: 'POST /api/projects/:projectId/files/upload.complete.batch',
  client: 'files.completeUploads',
  summary:
    'Complete up to 100 uploads. Each file succeeds or fails on its own. Can be repeated with the same parts.',

  scope: 'files:write',
  project: 'projectId',
  roles: contributors,
  tier: 3,

  input: z.strictObject({
    projectId: ProjectId,
    files: z
      .array(
        z.strictObject({ id: text(1, 100).describe('ID of a file of this project.'), parts: ClaimedParts }),
      )
      .min(1)
      .max(maxBatch)
      .describe('Up to 100 files, each with its parts.'),
  }),
  output: [
    200,
    z
      .array(
        z.object({
          id: z.string().describe('File ID.'),
          error: BatchError.nullable().describe('Why the upload could not be completed; null on success.'),
        }),
      )
      .describe('Result for each file, in the order of the request.'),
  ],

  async prepare({ files }, { sql, storage, caller, role, projectId }) {
    const found = await findUploadedFiles(
      sql,
      files.map(({ id }) => id),
    )
    const known = new Map(found.filter((file) => file.projectId === projectId).map((file) => [file.id, file]))
    const objects = await findObjects(
      sql,
      [...known.values()].flatMap(({ objectId }) => objectId ?? []),
    )
    return forEachOf(files, ({ id, parts }) =>
      outcomeOf(async (): Promise<{ id: string; whole: WholeObject }> => {
        const { objectId, name } = requireUpload(known.get(id), caller, role)
        return { id, whole: await completeFound(storage, objects.get(objectId), parts, name) }
      }),
    )
  },

  async handler({ files }, { sql, caller }, outcomes) {
    const complete = outcomes.flatMap(({ value }) => value ?? [])
    if (complete.length > 0) await markStored(sql, ...complete.map(({ whole }) => whole))
    const finished =
      complete.length > 0
        ? await finishUploads(
            sql,
            caller,
            complete.map(({ id }) => id),
          )
        : new Set<string>()
    return files.map(({ id }, i) => {
      const error = outcomes[i]!.error ?? (finished.has(id) ? null : new ApiError('not_found'))
      return { id, error: error && batchError(error) }
    })
  },
})
