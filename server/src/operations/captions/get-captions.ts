import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import { CaptionId, CaptionsDetails, captionsDetails } from '../../records/captions/captions.ts'
import { findCaptions } from './find-captions.ts'
import { shownTo } from './guest-captions.ts'

export const getCaptions = defineOperation({
  http: 'GET /api/files/:fileId/captions/:captionId',
  client: 'captions.get',
  summary: 'Get captions with all their cues.',

  scope: 'files:read',
  project: 'fileId',
  roles: anyRole,
  share: 'view',
  tier: 4,

  input: z.strictObject({ fileId: FileId, captionId: CaptionId }),
  output: [200, CaptionsDetails],

  joinsAccess: true,
  async handler({ fileId, captionId }, { sql, access, caller }) {
    const { row, cues } = await findCaptions({ sql, access, caller }, fileId, captionId)
    return shownTo(caller, captionsDetails(row, { cues }))
  },
})
