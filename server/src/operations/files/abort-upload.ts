import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { deletedFileEvents, deletedFiles } from '../../events/deleted-files.ts'
import { emit } from '../../events/outbox.ts'
import { abortObject } from '../../storage/uploads.ts'
import { findUpload } from './open-uploads.ts'

export const abortUpload = defineOperation({
  http: 'POST /api/files/:fileId/upload.abort',
  client: 'files.abortUpload',
  summary: 'Abort an upload. Deletes its parts and the file.',

  scope: 'files:write',
  project: 'fileId',
  roles: contributors,
  share: 'upload',
  tier: 3,

  input: z.strictObject({ fileId: FileId }),
  output: [204],

  conflicts: ['upload_not_open'],

  // Deletes the parts first: as long as the file exists, an abort that failed in storage can be repeated.
  async prepare({ fileId }, { sql, storage, caller, role }) {
    const { objectId, status } = await findUpload(sql, fileId, caller, role)
    if (status !== 'UPLOADING') throw new ApiError('upload_not_open')
    await abortObject(sql, storage, objectId)
  },

  async handler({ fileId }, { sql, caller }): Promise<undefined> {
    const deleted = await sql`
      with ${deletedFiles(fragment`f.id = ${fileId} and f.status = 'UPLOADING'`)}, emitted as (
        ${emit(...deletedFileEvents(caller))}
      )
      select id from deleted_files`
    if (deleted.length === 0) throw new ApiError('upload_not_open')
  },
})
