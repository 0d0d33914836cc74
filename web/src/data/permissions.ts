// The actions that a person may take, so that pages hide buttons that would fail. The server decides.
import type { Account, ProjectMember } from '@dailies/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { contributors, managers } from '../generated/roles.ts'
import { accountQuery, membersQuery, scopesQuery } from './queries.ts'

export type Role = ProjectMember['role']

const isOneOf = (roles: readonly Role[], role: Role) => roles.includes(role)

export type Permissions = {
  me: Account
  role: Role
  /** Upload, create folders, generate, edit. */
  contribute: boolean
  /** Manage members, links and the project itself. */
  manage: boolean
  /** Delete the project. */
  own: boolean
  /** Approve, request changes, reject. */
  review: boolean
}

export function usePermissions(projectId: string): Permissions {
  const { data: me } = useSuspenseQuery(accountQuery)
  const { data: members } = useSuspenseQuery(membersQuery(projectId))
  // A person who sees the project without being a member belongs to the workspace, and counts as a reviewer.
  const role = members.find(({ user }) => user.id === me.id)?.role ?? 'PROJECT_REVIEWER'
  return {
    me,
    role,
    contribute: isOneOf(contributors, role),
    manage: isOneOf(managers, role),
    own: role === 'PROJECT_OWNER',
    review: true,
  }
}

/** Whether files may be downloaded: guests of some links only see previews. */
export function useMayDownload(): boolean {
  return useSuspenseQuery(scopesQuery).data.includes('files:download')
}
