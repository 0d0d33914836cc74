import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import type { Attempt } from '../../generation/generation-row.ts'
import { cancel, cancelled } from '../../generation/transitions.ts'

export const cancelGeneration = defineOperation({
  http: 'POST /api/files/:fileId/generate.cancel',
  client: 'files.cancelGeneration',
  summary:
    'Cancel the generation of a file, unless its result is already being stored. A result that the provider still delivers is discarded.',

  scope: 'ai:generate',
  project: 'fileId',
  roles: contributors,
  tier: 2,

  input: z.strictObject({ fileId: FileId }),
  output: [204],

  conflicts: ['generation_ended'],

  transaction: true,
  async handler({ fileId }, { sql, caller }): Promise<undefined> {
    const [attempt] = await sql<Attempt>`
      select file_id as "fileId", attempt, provider from generations where file_id = ${fileId}`
    if (!attempt) throw new ApiError('generation_ended')
    if (await cancel(sql, caller, attempt, cancelled)) return
    const [row] = await sql<{ state: string }>`select state from generations where file_id = ${fileId}`
    if (row?.state !== 'FETCHING') throw new ApiError('generation_ended')
    const message = 'The result is paid for and is being stored. To discard it, delete the file.'
    throw new ApiError('generation_ended', { message })
  },
})
