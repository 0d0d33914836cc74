import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import { completeObject, markStored } from '../../storage/uploads.ts'
import { requireGuestKind } from './guest-uploads.ts'
import { findUpload, finishUploads } from './open-uploads.ts'
import { ClaimedParts } from './upload-schemas.ts'

export const completeUpload = defineOperation({
  http: 'POST /api/files/:fileId/upload.complete',
  client: 'files.completeUpload',
  summary: 'Complete the upload of a file from its parts. Can be repeated with the same parts.',

  scope: 'files:write',
  project: 'fileId',
  roles: contributors,
  share: 'upload',
  tier: 3,

  input: z.strictObject({ fileId: FileId, parts: ClaimedParts }),
  output: [204],

  conflicts: ['upload_incomplete', 'upload_kind_refused', 'upload_not_open'],

  async prepare({ fileId, parts }, { sql, storage, caller, role }) {
    const { objectId, name } = await findUpload(sql, fileId, caller, role)
    const whole = await completeObject(sql, storage, objectId, parts, name)
    await requireGuestKind(sql, caller, whole.mimeType)
    return whole
  },

  async handler({ fileId }, { sql, caller }, whole): Promise<undefined> {
    await markStored(sql, whole)
    if (!(await finishUploads(sql, caller, [fileId])).has(fileId)) throw new ApiError('not_found')
  },
})
