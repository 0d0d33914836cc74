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
  role: ProjectRole.describe('The role in the project now: that of the link, or a stronger one held before.'),
  accessToken: z
    .string()
    .nullable()
    .describe('The credential of a new guest, shown this once; null for a caller with a credential.'),
})

export const joinAccessLink = defineOperation({
  http: 'POST /api/access-links/join',
  client: 'accessLinks.join',
  summary: 'Join a project with the key of an access link: as yourself, or without a credential as a guest.',

  // Guests have it not: joining another link takes a new guest, whose scopes and lifetime are those of that link.
  scope: 'project-members:write',
  credential: 'optional',
  tier: 3,

  input: z.strictObject({
    accessKey: text(1, 128).describe('The key of the link.'),
    password: text(1, 128).nullish().describe('The password of the link, if it has one.'),
    name: text(1, 100)
      .nullish()
      .describe('What a guest is called: needed without a credential, not used with one.'),
  }),
  output: [200, Joined],

  violations: {
    // Someone who left the workspace, or a project that went, while they joined.
    project_members_user_fkey: 'conflict',
    project_members_project_fkey: 'link_refused',
  },

  // A password takes a while to check: no transaction is open meanwhile.
  async prepare({ accessKey, password, name }, { sql, visitor, guess }) {
    if (visitor === undefined && name == null) throw nameMissing()
    const guessAt = (key: string) => guess('access-link', key)
    return openLink(sql, { accessKey, password: password ?? '', guessAt })
  },

  async handler({ name }, { sql, visitor }, link) {
    const accessToken = visitor ? null : newApiKey()
    const joined = visitor
      ? await linkJoining.joinAsUser(sql, link, visitor)
      : await linkJoining.joinAsGuest(sql, link, { name: name!, token: accessToken })
    // It was deleted or expired since it was opened.
    if (!joined) throw new ApiError('link_refused')
    const { projectId, memberId, role } = joined
    return { project: { id: projectId }, member: { id: memberId }, role, accessToken }
  },
})

function nameMissing(): ApiError {
  const message = 'Say what you are called, or send a credential.'
  return new ApiError('invalid_request', { errors: [{ path: '/name', code: 'required', message }] })
}
