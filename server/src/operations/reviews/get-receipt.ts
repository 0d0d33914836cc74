import { z } from 'zod'
import { anyRole, type ProjectRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { Timestamp, VersionId } from '../../core/schemas.ts'
import { addTask } from '../../queue/tasks.ts'
import { type ReceiptFields, receiptFormats, receiptPath } from '../../records/receipt.ts'
import { unhashedOriginals } from '../../storage/original-hashes.ts'
import { hashTask } from './record-verdict.ts'

/** The receipt is written when the URL is fetched, so 5 minutes are enough to follow it. */
const urlSeconds = 5 * 60

export const getReceipt = defineOperation({
  http: 'GET /api/versions/:versionId/receipt',
  client: 'verdicts.receipt',
  tool: 'get_review_receipt',
  summary:
    'Get a URL, valid for 5 minutes, of the signed receipt of a review: who gave which verdict when, the rule, and the SHA-256 of each original. `dailies verify` checks it without the server.',
  toolUse: 'Use it when the user needs proof of who approved a version.',

  scope: 'projects:read',
  project: 'versionId',
  roles: anyRole,
  tier: 'default',
  audit: {
    action: 'receipt.downloaded',
    target: { of: 'version', before: ({ versionId }) => versionId },
    details: ({ format }) => ({ format }),
    hourly: true,
  },

  input: z.strictObject({
    versionId: VersionId,
    format: z
      .enum(receiptFormats)
      .default('json')
      .describe('json, or pdf: a page for people that contains the JSON.'),
  }),
  output: [200, z.object({ url: z.string(), expiresAt: Timestamp })],

  conflicts: ['receipt_not_ready'],

  joinsAccess: true,
  async handler({ versionId, format }, { sql, access, urls }) {
    const [version] = await sql<{ role: ProjectRole; hashed: boolean; expiresAt: string }>`
      select access.role, not exists (select from ${unhashedOriginals(versionId)}) as hashed,
        now() + make_interval(secs => ${urlSeconds}) as "expiresAt"
      from ${access}`
    if (!version) throw new ApiError('not_found')
    if (!version.hashed) {
      await addTask(sql, hashTask(versionId))
      throw new ApiError('receipt_not_ready')
    }
    const fields: ReceiptFields = { format, role: version.role }
    return { url: urls.sign(receiptPath(versionId), fields, urlSeconds), expiresAt: version.expiresAt }
  },
})
