import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { fileEvent } from '../../events/resource-events.ts'
import { findModel } from '../../generation/generation-row.ts'
import { queueStep } from '../../generation/provider-queue.ts'

export const retryGeneration = defineOperation({
  http: 'POST /api/files/:fileId/generate.retry',
  client: 'files.retryGeneration',
  summary: 'Retry a failed or cancelled generation with the same prompt, attachments and settings.',

  scope: 'ai:generate',
  project: 'fileId',
  roles: contributors,
  power: 'spend',
  tier: 2,

  input: z.strictObject({ fileId: FileId }),
  output: [202, z.object({ id: FileId })],

  conflicts: ['generation_not_failed', 'model_unavailable'],

  transaction: true,
  async handler({ fileId }, { sql, caller, providers, requireLive }) {
    requireLive()
    // Locks the file before its generation, as everywhere else, so that two requests cannot deadlock.
    await sql`select from files where id = ${fileId} for no key update`
    const [generation] = await sql<{ outputModel: string }>`
      select output_model as "outputModel" from generations
      where file_id = ${fileId} and state in ('FAILED', 'CANCELLED') for update`
    if (!generation) throw new ApiError('generation_not_failed')
    const model = findModel(generation.outputModel)
    // The configuration of the provider may have changed since.
    const provider = model && providers.forModel(model)
    if (!provider) throw new ApiError('model_unavailable')
    const [next] = await sql<{ attempt: number }>`
      update generations set state = 'QUEUED', attempt = attempt + 1, provider = ${provider.name}, tries = 0,
        client_reference = null, handle = null, progress = null, queued_at = clock_timestamp(), not_before = null,
        adjustments = '[]', started_at = null, deadline_at = null, ended_at = null
      where file_id = ${fileId} returning attempt`
    await sql`
      with retried as (
        update files set status = 'GENERATING', failure_code = null, failure_message = null, failure_retryable = null,
          updated_at = now()
        where id = ${fileId}
        returning id, project_id, allow_restricted
      )
      ${emit(fileEvent('file.updated', caller, fragment`retried it`, retriedData))}`
    await queueStep(sql, { fileId, attempt: next!.attempt, provider: provider.name })
    return { id: fileId }
  },
})

const retriedData = {
  changed: ['status' as const],
  status: { from: 'FAILED' as const, to: 'GENERATING' as const },
}
