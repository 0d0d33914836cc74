import { z } from 'zod'
import { hashPassword } from '../../auth/passwords.ts'
import { managers } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { newUuid } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { AccessLinkId, millisOf, ProjectId, RealTime, text } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { accessLinkEvent } from '../../events/resource-events.ts'
import { LinkRole } from '../../records/access-link.ts'
import { newLinkKey } from './link-keys.ts'

export const createAccessLink = defineOperation({
  http: 'POST /api/projects/:projectId/access-links',
  client: 'accessLinks.create',
  summary: 'Create an access link that lets people join a project. Get the link to read its key.',

  scope: 'access-links:write',
  project: 'projectId',
  roles: managers,
  power: 'addPeople',
  tier: 3,
  audit: {
    action: 'access_link.created',
    target: { of: 'accessLink', after: (_input, { id }) => id },
    details: ({ role, expiresAt, password, allowDownload }) => ({
      ...{ role, expiresAt, allowDownload },
      password: password != null,
    }),
  },

  input: z.strictObject({
    projectId: ProjectId,
    role: LinkRole.describe('Project role of people who join with the link.'),
    description: text(0, 500).nullish().describe('Purpose of the link.'),
    expiresAt: RealTime.nullish().describe(
      'When the link stops working: UTC, `YYYY-MM-DD HH:MM:SS.ffffff`, in the future; null for no expiry.',
    ),
    password: text(1, 128).nullish().describe('Password required to join; null for none.'),
    allowDownload: z
      .boolean()
      .default(true)
      .describe('Whether guests who join with the link may download files.'),
  }),
  // The response omits the key: responses to requests with an Idempotency-Key are stored as they are.
  output: [201, z.object({ id: AccessLinkId })],

  violations: { access_links_project_fkey: 'not_found' },

  // Hashing takes a while, so it happens outside of the transaction.
  async prepare({ expiresAt, password }) {
    if (expiresAt != null && millisOf(expiresAt) <= Date.now()) throw expiryInPast()
    return password == null ? null : hashPassword(password)
  },

  async handler({ role, description, expiresAt, allowDownload }, context, passwordHash) {
    const { sql, projectId, caller, secrets } = context
    const { hash, sealed } = newLinkKey(secrets)
    const [link] = await sql<{ id: string }>`
      with created as (
        insert into access_links (id, project_id, role, description, key_hash, key_sealed, password_hash, allow_download,
          expires_at, created_by)
        values (${newUuid()}, ${projectId}, ${role}, ${description ?? null}, ${hash}, ${sealed},
          ${passwordHash}, ${allowDownload}, ${expiresAt ?? null}, ${caller.userId})
        returning id, project_id
      ), emitted as (${emit(accessLinkEvent('access_link.created', caller, fragment`created it`))})
      select id from created`
    return link!
  },
})

function expiryInPast(): ApiError {
  const message = 'Must be in the future.'
  return new ApiError('invalid_request', { errors: [{ path: '/expiresAt', code: 'too_small', message }] })
}
