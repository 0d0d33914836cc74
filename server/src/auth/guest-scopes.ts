import type { Scope } from '../core/access.ts'
import type { LinkRole } from '../records/access-link.ts'

/**
 * What a guest's credential may do: all that the role of the link is for, and nothing of the workspace. Verdicts on
 * versions take `projects:write`; all else that it opens is closed to them by their roles.
 */
export function guestScopes(role: LinkRole, allowDownload: boolean): Scope[] {
  const scopes: Scope[] = [
    'projects:read',
    'projects:write',
    'folders:read',
    'files:read',
    'comments:read',
    'comments:write',
    'comments:download',
    'project-members:read',
  ]
  if (allowDownload) scopes.push('files:download')
  if (role === 'PROJECT_MEMBER') scopes.push('files:write', 'folders:write')
  return scopes
}
