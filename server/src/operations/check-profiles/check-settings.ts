// Which check profile judges the files of a project: that of the project, else that of the workspace, else `web`.
import { z } from 'zod'
import { CheckProfileId } from '../../core/schemas.ts'
import type { Sql } from '../../core/sql.ts'
import { builtInProfiles } from '../../media/checks/built-in-profiles.ts'

/** Judges where nobody has chosen. */
const defaultProfile = 'web'

export const settingsInput = {
  profileId: CheckProfileId.nullable(),
  off: z.boolean().describe('true: new files are not checked.'),
}

export const CheckSettings = z
  .object({
    profileId: CheckProfileId.nullable().describe(
      'The check profile chosen here; null for none: a project then follows the workspace, and the workspace uses `web`.',
    ),
    off: z.boolean().describe('Whether checks are switched off here.'),
    effective: z
      .object({
        source: z.enum(['PROJECT', 'WORKSPACE', 'DEFAULT']).describe('Where the choice comes from.'),
        profile: z
          .object({
            id: CheckProfileId,
            name: z.string(),
            version: z.int(),
            builtIn: z.boolean(),
          })
          .nullable()
          .describe('The check profile that judges new files; null: they are not checked.'),
      })
      .describe('What holds for new files.'),
  })
  .meta({ id: 'CheckSettings' })
export type CheckSettings = z.output<typeof CheckSettings>

type Chosen = {
  level: 'PROJECT' | 'WORKSPACE'
  profileId: string | null
  off: boolean
  /** Null for a built-in one, and for one that is deleted. */
  name: string | null
  version: number | null
}

/** The settings of a project, or of the workspace when `projectId` is null. */
export async function readSettings(
  sql: Sql,
  workspaceId: string,
  projectId: string | null,
): Promise<CheckSettings> {
  const rows = await sql<Chosen>`
    select case when s.project_id is null then 'WORKSPACE' else 'PROJECT' end as level, s.profile_id as "profileId", s.off,
      p.name, p.version
    from check_settings s left join check_profiles p on p.id = s.profile_id and p.deleted_at is null
    where s.workspace_id = ${workspaceId} and (s.project_id is null or s.project_id = ${projectId}::uuid)`
  const at = (level: Chosen['level']) => rows.find((row) => row.level === level)
  const own = at(projectId === null ? 'WORKSPACE' : 'PROJECT')
  const effective = [at('PROJECT'), at('WORKSPACE')].map(effectiveOf).find((one) => one !== undefined)
  return {
    profileId: own?.profileId ?? null,
    off: own?.off ?? false,
    effective: effective ?? { source: 'DEFAULT', profile: builtIn(defaultProfile)! },
  }
}

function effectiveOf(chosen: Chosen | undefined): CheckSettings['effective'] | undefined {
  if (!chosen) return undefined
  const { level: source, profileId, off, name, version } = chosen
  if (off) return { source, profile: null }
  if (profileId === null) return undefined
  const own = name === null ? undefined : { id: profileId, name, version: version!, builtIn: false }
  const profile = own ?? builtIn(profileId)
  return profile === undefined ? undefined : { source, profile }
}

type Judge = NonNullable<CheckSettings['effective']['profile']>

function builtIn(id: string): Judge | undefined {
  if (!Object.hasOwn(builtInProfiles, id)) return undefined
  return { id, name: builtInProfiles[id]!.name, version: 1, builtIn: true }
}

/** Stores the choice of a project, or of the workspace when `projectId` is null. */
export async function writeSettings(
  sql: Sql,
  workspaceId: string,
  projectId: string | null,
  { profileId, off }: { profileId: string | null; off: boolean },
): Promise<void> {
  await sql`
    insert into check_settings (workspace_id, project_id, profile_id, off)
    values (${workspaceId}, ${projectId}, ${profileId}, ${off})
    on conflict on constraint check_settings_key do update set profile_id = excluded.profile_id, off = excluded.off`
}
