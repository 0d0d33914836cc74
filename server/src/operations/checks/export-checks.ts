import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import { readCheckedFiles } from './checked-files.ts'
import { ChecksExport, exportAnswer, exportFormat } from './export-answer.ts'

export const exportChecks = defineOperation({
  http: 'GET /api/files/:fileId/checks.export',
  client: 'checks.export',
  summary: 'Export the checks of a file for pipelines, as JUnit XML, SARIF or JSON.',

  scope: 'files:read',
  project: 'fileId',
  roles: anyRole,
  tier: 'default',

  input: z.strictObject({ fileId: FileId, format: exportFormat }),
  output: [200, ChecksExport],

  async handler({ fileId, format }, { sql, checks }) {
    const files = await readCheckedFiles(sql, [fileId], checks)
    const [file] = files
    if (!file) throw new ApiError('not_found')
    return exportAnswer(file.name, format, files)
  },
})
