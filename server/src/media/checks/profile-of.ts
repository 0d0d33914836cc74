// The check profile that a file is judged by: the one that was asked for, else that of its project, its workspace, or `web`.
import { type Fragment, fragment, type Sql } from '../../core/sql.ts'
import { builtInProfiles } from './built-in-profiles.ts'
import { settingJoins } from './check-rows.ts'
import type { CheckRules } from './profile.ts'
import { readRules } from './read-rules.ts'

export type ProfileOfFile = { id: string; name: string; version: number; rules: CheckRules }
export type SettingOfFile = {
  /** Checks are turned off for the project. */
  off: boolean
  profile: ProfileOfFile
}

export const defaultProfileId = 'web'

type Setting = { off: boolean | null; profileId: string | null; own: OwnProfile | null }
type OwnProfile = { name: string; version: number; rules: unknown }

/** A deleted check profile counts as none. */
const profileColumn = (id: Fragment): Fragment => fragment`(
  select json_build_object('name', c.name, 'version', v.version, 'rules', v.rules)
  from check_profiles c join check_profile_versions v on v.profile_id = c.id and v.version = c.version
  where c.id = ${id} and c.workspace_id = p.workspace_id and (c.project_id is null or c.project_id = p.id)
    and c.deleted_at is null)`

/** Undefined if the file is gone. */
export async function profileOf(sql: Sql, fileId: string): Promise<SettingOfFile | undefined> {
  const [row] = await sql<{ own: Setting; common: Setting }>`
    select json_build_object('off', own.off, 'profileId', own.profile_id, 'own', ${profileColumn(fragment`own.profile_id`)}) as own,
      json_build_object('off', common.off, 'profileId', common.profile_id, 'own', ${profileColumn(fragment`common.profile_id`)}) as common
    from all_files f ${settingJoins} where f.id = ${fileId}`
  if (!row) return undefined
  const builtIn = builtInProfile(defaultProfileId)!
  const own = settled(row.own)
  if (row.own.off) return { off: true, profile: own ?? builtIn }
  if (own) return { off: false, profile: own }
  return { off: row.common.off ?? false, profile: settled(row.common) ?? builtIn }
}

/** A check profile by its id, if the project of the file may use it. */
export async function namedProfile(
  sql: Sql,
  fileId: string,
  profileId: string,
): Promise<ProfileOfFile | undefined> {
  const builtIn = builtInProfile(profileId)
  if (builtIn) return builtIn
  const [row] = await sql<{ own: OwnProfile | null }>`
    select ${profileColumn(fragment`${profileId}::text`)} as own
    from all_files f join projects p on p.id = f.project_id where f.id = ${fileId}`
  return settled({ off: null, profileId, own: row?.own ?? null })
}

function settled({ profileId, own }: Setting): ProfileOfFile | undefined {
  if (profileId === null) return undefined
  if (!own) return builtInProfile(profileId)
  return { id: profileId, name: own.name, version: own.version, rules: readRules(own.rules) }
}

/** Built-in check profiles change with a release only: their version is 1. */
export function builtInProfile(id: string): ProfileOfFile | undefined {
  const profile = Object.hasOwn(builtInProfiles, id) ? builtInProfiles[id] : undefined
  return profile && { id, version: 1, ...profile }
}
