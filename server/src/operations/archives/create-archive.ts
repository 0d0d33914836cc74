import { z } from 'zod'
import { anyRole, type Caller } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import { Archive, Variant } from '../../records/archive.ts'
import { makeArchive } from './make-archive.ts'
import { lookUp, readSelection, selectionInput } from './selected-files.ts'

export const createArchive = defineOperation({
  http: 'POST /api/projects/:projectId/archives',
  client: 'archives.create',
  summary:
    'Get a URL, valid for 24 hours, that downloads files, folders or a version as one ZIP. Its contents are fixed now.',

  scope: 'files:download',
  project: 'projectId',
  roles: anyRole,
  tier: 2,
  audit: {
    action: 'archive.created',
    target: { of: 'archive', after: (_input, { id }) => id },
    details: (_input, _before, { variant, fileCount: files, byteSize: bytes }) => ({ variant, files, bytes }),
  },

  input: z.strictObject({
    projectId: ProjectId,
    ...selectionInput,
    variant: Variant.default('ORIGINAL').describe(
      'ORIGINAL: the files as they were uploaded or generated. PROXY: the proxies of video and audio, and the previews of images; other files are left out.',
    ),
    comments: z
      .boolean()
      .default(false)
      .describe('true: add a CSV of the comments on the files. Needs the scope comments:download.'),
  }),
  output: [201, Archive],

  conflicts: ['archive_too_large', 'nothing_to_download', 'too_many_archives'],
  confidential: true,

  transaction: true,
  joinsAccess: true,
  async handler({ variant, comments, ...input }, { sql, access, caller, urls }) {
    const selection = readSelection(input)
    const chosen = await lookUp(sql, access, selection)
    if (comments) requireComments(caller)
    return makeArchive({ sql, access, caller, urls }, { selection, chosen, variant, comments })
  },
})

function requireComments({ scopes }: Caller): void {
  if (scopes.has('comments:download')) return
  const message = 'A CSV of comments needs the scope comments:download, which the credential lacks.'
  const challenge = 'Bearer error="insufficient_scope", scope="comments:download"'
  throw new ApiError('insufficient_scope', { message, headers: { 'WWW-Authenticate': challenge } })
}
