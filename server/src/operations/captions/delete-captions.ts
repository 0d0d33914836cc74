import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { fileEvent } from '../../events/resource-events.ts'
import { CaptionId } from '../../records/captions/captions.ts'

export const deleteCaptions = defineOperation({
  http: 'DELETE /api/files/:fileId/captions/:captionId',
  client: 'captions.delete',
  summary: 'Delete captions for good. Those found in the file come back when it is processed again.',

  scope: 'files:write',
  project: 'fileId',
  roles: contributors,
  tier: 3,

  input: z.strictObject({ fileId: FileId, captionId: CaptionId }),
  output: [204],

  joinsAccess: true,
  async handler({ fileId, captionId }, { sql, access, caller }): Promise<undefined> {
    const deleted = await sql`
      with deleted as (
        delete from captions c using ${access} where c.file_id = ${fileId} and c.id = ${captionId} returning c.file_id
      ), changed as (
        select f.id, f.project_id, f.allow_restricted from deleted join files f on f.id = deleted.file_id
      ), emitted as (${emit(fileEvent('file.updated', caller, fragment`changed it`, { changed: ['captions'] }))})
      select file_id from deleted`
    if (deleted.length === 0) throw new ApiError('not_found')
  },
})
