import type { Caller, Scope, WorkspaceRole } from '../core/access.ts'
import { forbiddenBy, type SwitchRow } from '../records/connection.ts'

/** The row that the look-up of any credential returns. */
export type CredentialRow = {
  id: string
  userId: string
  workspaceId: string
  workspaceRole: WorkspaceRole
  workspaceName: string
  workspaceAvatarUrl: string | null
  workspaceQuota: number | null
  scopes: Scope[]
  stale: boolean
} & Partial<SwitchRow>

/** `stale`: the last recorded use is more than a minute old. */
export type Found = { caller: Caller; stale: boolean }

/** Sessions have no switches. */
const everything: SwitchRow = { maySpend: true, mayGiveVerdicts: true, mayAddPeople: true }

export function callerOf(kind: 'key' | 'session' | 'oauth', row: CredentialRow): Caller {
  return {
    kind,
    agent: kind === 'oauth',
    credentialId: row.id,
    userId: row.userId,
    workspaceId: row.workspaceId,
    workspaceRole: row.workspaceRole,
    workspace: { id: row.workspaceId, name: row.workspaceName, avatarUrl: row.workspaceAvatarUrl },
    workspaceQuota: row.workspaceQuota,
    scopes: new Set(row.scopes),
    forbidden: forbiddenBy({ ...everything, ...row }),
    share: undefined,
  }
}
