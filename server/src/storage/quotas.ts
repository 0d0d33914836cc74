// Storage quotas per workspace and per guest. The database enforces them: see `require_quota`.
import type { Caller } from '../core/access.ts'
import { ApiError } from '../core/errors.ts'
import type { Quotas } from '../core/services.ts'
import { type Fragment, fragment, nothing, type Sql } from '../core/sql.ts'

export type Uploader = Pick<Caller, 'workspaceId' | 'userId' | 'workspaceRole' | 'workspaceQuota'>

/** The quotas that hold for this person. That of the workspace replaces the one of the installation. */
export function quotasOf(quotas: Quotas, { workspaceRole, workspaceQuota }: Uploader): Quotas {
  return {
    workspace: workspaceQuota === null ? quotas.workspace : workspaceQuota < 0 ? undefined : workspaceQuota,
    guest: workspaceRole === 'GUEST' ? quotas.guest : undefined,
  }
}

/** Append this to the `insert … select` that adds the bytes; empty when no quota applies to the caller. */
export function withinQuota(quotas: Quotas, caller: Uploader, bytes: number): Fragment {
  const { workspace, guest } = quotasOf(quotas, caller)
  if (workspace === undefined && guest === undefined) return nothing
  return fragment`where require_quota(${caller.workspaceId}, ${caller.userId}, ${bytes}, ${workspace ?? null},
    ${guest ?? null})`
}

/** An early check that avoids a pointless upload; the check in the insert is authoritative. */
export async function requireQuota(sql: Sql, quotas: Quotas, caller: Uploader, bytes: number): Promise<void> {
  const within = withinQuota(quotas, caller, bytes)
  if (within === nothing) return
  try {
    await sql`select ${within}`
  } catch (error) {
    throw nameQuotaError(error, quotas, caller, bytes)
  }
}

/**
 * The files that do not fit, by index, and why. Files are checked in order, as if the earlier ones that fit were
 * already stored.
 */
export async function refusedByQuota(
  sql: Sql,
  quotas: Quotas,
  caller: Uploader,
  sizes: readonly number[],
): Promise<Map<number, ApiError>> {
  const { workspace, guest } = quotasOf(quotas, caller)
  const refused = new Map<number, ApiError>()
  const fits = (_size: number, i: number) => !refused.has(i)
  for (;;) {
    const bytes = sizes.filter(fits).reduce((sum, size) => sum + size, 0)
    try {
      await requireQuota(sql, quotas, caller, bytes)
      return refused
    } catch (error) {
      const cause = (error as Error).cause as { code?: string; detail?: string } | undefined
      if (!(error instanceof ApiError) || cause?.detail === undefined) throw error
      let left = (cause.code === 'DQ001' ? workspace! : guest!) - Number(cause.detail)
      for (const [i, size] of sizes.entries()) {
        if (refused.has(i)) continue
        if (size <= left) left -= size
        else refused.set(i, nameQuotaError(cause, quotas, caller, size) as ApiError)
      }
    }
  }
}

/** Translates an error of `require_quota` into an answer to the caller. */
export function nameQuotaError(error: unknown, quotas: Quotas, caller: Uploader, bytes: number): unknown {
  const { code, detail } = error as { code?: string; detail?: string }
  if (code !== 'DQ001' && code !== 'DQ002') return error
  const { workspace, guest } = quotasOf(quotas, caller)
  const [whose, quota] = code === 'DQ001' ? ['The workspace', workspace!] : ['A guest', guest!]
  const message =
    `${whose} may store ${gigabytes(quota)}. ${gigabytes(Number(detail))} are in use, and this file has ` +
    `${gigabytes(bytes)}. Delete files and empty the trash, or ask the administrator of the server for a larger quota.`
  return new ApiError('quota_exceeded', { message, cause: error })
}

function gigabytes(bytes: number): string {
  return `${Number((bytes / 2 ** 30).toPrecision(3))} GiB`
}
