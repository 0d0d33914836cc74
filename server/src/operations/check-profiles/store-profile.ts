// Writes check profiles, for operations and admin commands, which have checked who may.
import { canonicalJson } from '../../core/canonical-json.ts'
import { ApiError } from '../../core/errors.ts'
import { newPrefixedId } from '../../core/ids.ts'
import type { Sql } from '../../core/sql.ts'
import type { CheckRules } from '../../media/checks/profile.ts'
import { readRules } from '../../media/checks/read-rules.ts'
import { mostCheckProfiles } from './check-profile.ts'
import type { FoundProfile } from './find-profile.ts'

type NewProfile = {
  workspaceId: string
  /** Null: for all projects of the workspace. */
  projectId: string | null
  name: string
  rules: CheckRules
  /** Null: an operator. */
  userId: string | null
}

/** Returns the id. */
export async function insertProfile(
  sql: Sql,
  { workspaceId, projectId, name, rules, userId }: NewProfile,
): Promise<string> {
  // A concurrent request waits here and counts this one.
  await sql`select 1 from workspaces where id = ${workspaceId} for no key update`
  const [own] = await sql<{ count: number }>`
    select count(*)::integer as count from check_profiles
    where workspace_id = ${workspaceId} and project_id is not distinct from ${projectId}::uuid and deleted_at is null`
  if (own!.count >= mostCheckProfiles) throw new ApiError('too_many_check_profiles')
  const id = newPrefixedId('CP')
  await sql`
    insert into check_profiles (id, workspace_id, project_id, name, version, created_by)
    values (${id}, ${workspaceId}, ${projectId}, ${name}, 1, ${userId})`
  await insertVersion(sql, { id, version: 1, rules, userId })
  return id
}

type Change = { name: string | undefined; rules: CheckRules | undefined; userId: string | null }

/** Changes a locked check profile. Returns its version, which is a new one when the rules are others. */
export async function changeProfile(
  sql: Sql,
  profile: FoundProfile,
  { name, rules, userId }: Change,
): Promise<number> {
  const { id } = profile
  const isNew = rules !== undefined && !(await areRules(sql, profile, rules))
  const version = isNew ? profile.version + 1 : profile.version
  if (isNew) await insertVersion(sql, { id, version, rules, userId })
  if (isNew || (name !== undefined && name !== profile.name))
    await sql`
      update check_profiles set name = coalesce(${name ?? null}, name), version = ${version}, updated_at = now()
      where id = ${id}`
  return version
}

type NewVersion = { id: string; version: number; rules: CheckRules; userId: string | null }

async function insertVersion(sql: Sql, { id, version, rules, userId }: NewVersion): Promise<void> {
  await sql`
    insert into check_profile_versions (profile_id, version, rules, created_by)
    values (${id}, ${version}, ${JSON.stringify(rules)}::jsonb, ${userId})`
}

/** Whether the rules of the latest version are these already. */
async function areRules(sql: Sql, { id, version }: FoundProfile, rules: CheckRules): Promise<boolean> {
  const [latest] = await sql<{ rules: unknown }>`
    select rules from check_profile_versions where profile_id = ${id} and version = ${version}`
  return canonicalJson(readRules(latest!.rules)) === canonicalJson(rules)
}
