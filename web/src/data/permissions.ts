// What the page offers to whom. The server decides; this only keeps people from buttons that cannot work.
import type { Account, ProjectMember } from '@dailies/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { accountQuery, membersQuery, scopesQuery } from './queries.ts'

export type Role = ProjectMember['role']

const contributors: readonly Role[] = ['PROJECT_OWNER', 'PROJECT_MANAGER', 'PROJECT_MEMBER']

export type Permissions = {
  me: Account
  role: Role
  /** Upload, make folders, generate, edit. */
  contribute: boolean
  /** Members, links and the project itself. */
  manage: boolean
  /** Delete the project. */
  own: boolean
  /** Approve, request changes, reject. */
  review: boolean
}

export function usePermissions(projectId: string): Permissions {
  const { data: me } = useSuspenseQuery(accountQuery)
  const { data: members } = useSuspenseQuery(membersQuery(projectId))
  // Who is no member and sees the project nonetheless is of the workspace, and counts as a reviewer.
  const role = members.find(({ user }) => user.id === me.id)?.role ?? 'PROJECT_REVIEWER'
  return {
    me,
    role,
    contribute: contributors.includes(role),
    manage: role === 'PROJECT_OWNER' || role === 'PROJECT_MANAGER',
    own: role === 'PROJECT_OWNER',
    review: true,
  }
}

/** Whether files may be downloaded: guests of some links may only look at what was made of them. */
export function useMayDownload(): boolean {
  return useSuspenseQuery(scopesQuery).data.includes('files:download')
}
