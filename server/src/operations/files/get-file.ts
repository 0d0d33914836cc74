import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import { requestMarks } from '../../media/watermark/request-marks.ts'
import {
  FileDetails,
  type FileDetailsRow,
  fileDetailColumns,
  fileDetailJoins,
  fileDetailsRecord,
} from '../../records/file.ts'

export const getFile = defineOperation({
  http: 'GET /api/files/:fileId',
  client: 'files.get',
  tool: 'get_file',
  summary: 'Get a file with its status, previews, author and revision.',
  toolUse: 'Use it to read one file, or to check whether an upload or a generation has finished.',

  scope: 'files:read',
  project: 'fileId',
  roles: anyRole,
  share: 'view',
  tier: 4,

  input: z.strictObject({ fileId: FileId }),
  output: [200, FileDetails],

  joinsAccess: true,
  async handler({ fileId }, { sql, access, caller, storage, urls }) {
    const [row] = await sql<FileDetailsRow>`
      select ${fileDetailColumns} from ${access} join files f on f.id = ${fileId} ${fileDetailJoins}`
    if (!row) throw new ApiError('not_found')
    const marks = await requestMarks(sql, caller, row.media ? [fileId] : [], 'file')
    return fileDetailsRecord(caller, { storage, urls, marks }, row)
  },
})
