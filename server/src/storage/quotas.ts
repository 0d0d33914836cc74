// Storage quotas per workspace and per guest. The database enforces them: see `require_quota`.
import type { Caller } from '../core/access.ts'
import { ApiError } from '../core/errors.ts'
import type { Quotas } from '../core/services.ts'
import { type Fragment, fragment, nothing, type Sql } from '../core/sql.ts'

export type Uploader = Pick<Caller, 'workspaceId' | 'userId' | 'workspaceRole'>

/** Append this to the `insert … select` that adds the bytes; empty when no quota applies to the caller. */
export function withinQuota(quotas: Quotas, caller: Uploader, bytes: number): Fragment {
  const guest = caller.workspaceRole === 'GUEST' ? quotas.guest : undefined
  if (quotas.workspace === undefined && guest === undefined) return nothing
  return fragment`where require_quota(${caller.workspaceId}, ${caller.userId}, ${bytes}, ${quotas.workspace ?? null},
    ${guest ?? null})`
}

/** An early check that avoids a pointless upload; the check in the insert is authoritative. */
export async function requireQuota(sql: Sql, quotas: Quotas, caller: Uploader, bytes: number): Promise<void> {
  const within = withinQuota(quotas, caller, bytes)
  if (within === nothing) return
  try {
    await sql`select ${within}`
  } catch (error) {
    throw nameQuotaError(error, quotas, bytes)
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
      let left = (cause.code === 'DQ001' ? quotas.workspace! : quotas.guest!) - Number(cause.detail)
      for (const [i, size] of sizes.entries()) {
        if (refused.has(i)) continue
        if (size <= left) left -= size
        else refused.set(i, nameQuotaError(cause, quotas, size) as ApiError)
      }
    }
  }
}

/** Translates an error of `require_quota` into an answer to the caller. */
export function nameQuotaError(error: unknown, quotas: Quotas, bytes: number): unknown {
  const { code, detail } = error as { code?: string; detail?: string }
  if (code !== 'DQ001' && code !== 'DQ002') return error
  const [whose, quota] = code === 'DQ001' ? ['The workspace', quotas.workspace!] : ['A guest', quotas.guest!]
  const message =
    `${whose} may store ${gigabytes(quota)}. ${gigabytes(Number(detail))} are in use, and this file has ` +
    `${gigabytes(bytes)}. Delete files first, or ask the administrator of the server for a larger quota.`
  return new ApiError('quota_exceeded', { message, cause: error })
}

function gigabytes(bytes: number): string {
  return `${Number((bytes / 2 ** 30).toPrecision(3))} GiB`
}
