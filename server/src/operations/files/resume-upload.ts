import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import { markStored, resumeObject } from '../../storage/uploads.ts'
import { requireGuestKind } from './guest-uploads.ts'
import { findUpload, finishUploads } from './open-uploads.ts'
import { PartUrls, StoredParts } from './upload-schemas.ts'

export const resumeUpload = defineOperation({
  http: 'POST /api/files/:fileId/upload.resume',
  client: 'files.resumeUpload',
  summary: 'Resume an upload. Returns new URLs for all parts, and the parts that are already stored.',

  scope: 'files:write',
  project: 'fileId',
  roles: contributors,
  share: 'upload',
  tier: 3,

  input: z.strictObject({ fileId: FileId }),
  output: [200, z.object({ parts: PartUrls, stored: StoredParts })],

  conflicts: ['upload_kind_refused', 'upload_not_open'],

  async prepare({ fileId }, { sql, storage, caller, role }) {
    const { objectId, name } = await findUpload(sql, fileId, caller, role)
    const found = await resumeObject(sql, storage, objectId, name)
    if (!('whole' in found)) return found
    // Here and not in the handler, because an error there rolls the transaction back.
    await requireGuestKind(sql, caller, found.whole.mimeType)
    await markStored(sql, found.whole)
    await finishUploads(sql, caller, [fileId])
    throw new ApiError('upload_not_open')
  },

  async handler(_input, _context, open) {
    return open
  },
})
