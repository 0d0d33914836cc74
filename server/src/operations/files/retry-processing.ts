import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import { priorities } from '../../queue/media-tasks.ts'

export const retryProcessing = defineOperation({
  http: 'POST /api/files/:fileId/process.retry',
  client: 'files.retryProcessing',
  tool: 'retry_processing',
  summary: 'Retry failed processing of a file. Makes only the previews that are missing.',
  toolUse: 'Use it when the previews of a file failed.',

  scope: 'files:write',
  project: 'fileId',
  roles: contributors,
  tier: 2,

  input: z.strictObject({ fileId: FileId }),
  output: [202, z.object({ id: FileId })],

  conflicts: ['processing_not_failed'],

  async handler({ fileId }, { sql }) {
    const retried = await sql`
      update media set state = 'PENDING', attempt = attempt + 1, tries = 0, cut_offs = 0, priority = ${priorities.first},
        failure_code = null, failure_message = null, failure_retryable = null,
        queued_at = clock_timestamp(), started_at = null, ended_at = null
      where file_id = ${fileId} and state = 'FAILED' returning file_id`
    if (retried.length === 0) throw new ApiError('processing_not_failed')
    return { id: fileId }
  },
})
