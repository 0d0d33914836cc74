import { z } from 'zod'
import { newApiKey } from '../../auth/api-keys.ts'
import { openLink } from '../../auth/join-by-link.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { MemberId, ProjectId, ProjectRole, text } from '../../core/schemas.ts'
import { linkJoining } from './link-joining.ts'

const Joined = z.object({
  project: z.object({ id: ProjectId }),
  member: z.object({ id: MemberId }),
  role: ProjectRole.describe(
    'Role in the project after joining: the role of the link, or a stronger one held before.',
  ),
  accessToken: z
    .string()
    .nullable()
    .describe('API key of a new guest, shown only once; null for a caller with a credential.'),
})

export const joinAccessLink = defineOperation({
  http: 'POST /api/access-links/join',
  client: 'accessLinks.join',
  summary:
    'Join a project with the key of an access link: as yourself, or as a guest if you send no credential.',

  // Guests lack this scope: joining with another link creates a new guest with the scopes and the lifetime of that link.
  scope: 'project-members:write',
  credential: 'optional',
  tier: 3,
  audit: { action: 'access_link.joined', written: 'by the handler' },

  input: z.strictObject({
    accessKey: text(1, 128).describe('Key of the access link.'),
    password: text(1, 128).nullish().describe('Password of the access link, if it has one.'),
    name: text(1, 100)
      .nullish()
      .describe('Name of the guest. Required without a credential, ignored with one.'),
  }),
  output: [200, Joined],

  violations: {
    // The user left the workspace, or the project was deleted, while the request ran.
    project_members_user_fkey: 'conflict',
    project_members_project_fkey: 'link_refused',
  },

  // Checking a password takes a while, so it happens outside of the transaction.
  async prepare({ accessKey, password, name }, { sql, visitor, guess, client }) {
    if (visitor === undefined && name == null) throw nameMissing()
    const guessAt = (key: string) => guess('access-link', key)
    return openLink(sql, { accessKey, password: password ?? '', guessAt, client: client() })
  },

  async handler({ name }, { sql, visitor, client }, link) {
    const accessToken = visitor ? null : newApiKey()
    const joined = visitor
      ? await linkJoining.joinAsUser(sql, link, visitor, client())
      : await linkJoining.joinAsGuest(sql, link, { name: name!, token: accessToken, client: client() })
    // The link was deleted or has expired since `prepare`.
    if (!joined) throw new ApiError('link_refused')
    const { projectId, memberId, role } = joined
    return { project: { id: projectId }, member: { id: memberId }, role, accessToken }
  },
})

function nameMissing(): ApiError {
  const message = 'Required for guests: send a name, or authenticate with a credential.'
  return new ApiError('invalid_request', { errors: [{ path: '/name', code: 'required', message }] })
}
