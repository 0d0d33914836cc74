// Check profiles, for operators: list them, print one as JSON, and store one from a JSON file.
import { readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import { failure, usageError } from '../../../cli/src/kit/errors.ts'
import { printable } from '../../../cli/src/kit/terminal-text.ts'
import { isUuid } from '../core/ids.ts'
import { CheckProfileId } from '../core/schemas.ts'
import type { Sql } from '../core/sql.ts'
import { builtInProfiles } from '../media/checks/built-in-profiles.ts'
import { CheckProfile } from '../media/checks/profile.ts'
import { readRules } from '../media/checks/read-rules.ts'
import { writeSettings } from '../operations/check-profiles/check-settings.ts'
import type { FoundProfile } from '../operations/check-profiles/find-profile.ts'
import { changeProfile, insertProfile } from '../operations/check-profiles/store-profile.ts'
import { defineCommand, flag, optional, required } from './command.ts'
import { table } from './output.ts'
import * as values from './values.ts'

const workspace = required('ID', 'the workspace', values.id('workspace'))

export const checkProfileList = defineCommand({
  name: 'check-profile list',
  summary: 'List the check profiles of a workspace and its projects, with the built-in ones.',
  options: { workspace },
  concerns: () => null,
  async run({ workspace: workspaceId }, { database: { sql } }) {
    await requireWorkspace(sql, workspaceId)
    const own = await sql<Listed>`
      select p.id, p.name, p.version, p.project_id as "projectId",
        (select count(*)::integer from check_settings s where s.workspace_id = p.workspace_id and s.profile_id = p.id) as uses
      from check_profiles p where p.workspace_id = ${workspaceId} and p.deleted_at is null
      order by p.project_id nulls first, lower(p.name) collate "C", p.id`
    const uses = await sql<{ id: string; uses: number }>`
      select profile_id as id, count(*)::integer as uses from check_settings
      where workspace_id = ${workspaceId} and profile_id is not null group by profile_id`
    const builtIn = Object.entries(builtInProfiles).map(([id, { name }]) => {
      const used = uses.find((one) => one.id === id)?.uses ?? 0
      return { id, name, version: 1, projectId: null, uses: used, builtIn: true }
    })
    const all = [...builtIn, ...own.map((one) => ({ ...one, builtIn: false }))]
    return {
      json: all,
      text: table(
        ['ID', 'NAME', 'VERSION', 'OF', 'USED BY'],
        all.map(({ builtIn: isBuiltIn, projectId: project, ...one }) => [
          ...[one.id, one.name, String(one.version)],
          isBuiltIn ? 'every installation' : project === null ? 'the workspace' : `project ${project}`,
          String(one.uses),
        ]),
      ),
    }
  },
})

type Listed = { id: string; name: string; version: number; projectId: string | null; uses: number }

export const checkProfileShow = defineCommand({
  name: 'check-profile show',
  summary: 'Print a check profile as JSON, in the form that `check-profile set` reads.',
  options: {
    profile: required('ID', 'the check profile, or web, ebu, social or vfx', profileId),
    version: optional('NUMBER', 'an earlier version', versionNumber),
  },
  concerns: () => null,
  async run({ profile: id, version }, { database: { sql } }) {
    const found = Object.hasOwn(builtInProfiles, id)
      ? version === undefined || version === 1
        ? builtInProfiles[id]
        : undefined
      : await readProfile(sql, id, version)
    if (!found) throw failure(`there is no such check profile: \`admin check-profile list\` shows them`)
    const json = { name: found.name, rules: found.rules }
    return { json, text: JSON.stringify(json, null, 2) }
  },
})

async function readProfile(
  sql: Sql,
  id: string,
  version: number | undefined,
): Promise<CheckProfile | undefined> {
  const [row] = await sql<{ name: string; rules: unknown }>`
    select p.name, v.rules from check_profiles p
    join check_profile_versions v on v.profile_id = p.id and v.version = coalesce(${version ?? null}::integer, p.version)
    where p.id = ${id} and p.deleted_at is null`
  return row && { name: row.name, rules: readRules(row.rules) }
}

export const checkProfileSet = defineCommand({
  name: 'check-profile set',
  summary: 'Store a check profile from a JSON file: a new one, or a new version of the one with its name.',
  details:
    'The file has the form { "name": "Cinema", "rules": { "black": { "level": "PROBLEM", "seconds": 1 } } }.\n' +
    '`check-profile show` prints one. The same file again changes nothing.',
  options: {
    workspace,
    project: optional('ID', 'for this project alone', projectId),
    profile: optional('ID', 'change this one, also its name', profileId),
    file: required('FILE', 'the check profile, as JSON', values.path),
    use: flag('also choose it, for the project or else for the workspace'),
  },
  concerns: ({ workspace: id }) => ({ of: 'workspace', id }),
  async run({ workspace: workspaceId, project = null, profile: id, file, use }, { database }) {
    const { name, rules } = await readFileProfile(file)
    const stored = await database.transaction(async (sql) => {
      await requireWorkspace(sql, workspaceId)
      if (project !== null) await requireProject(sql, workspaceId, project)
      const found = await lockProfile(sql, { workspaceId, projectId: project, id, name })
      if (!found && id !== undefined)
        throw failure(`there is no check profile ${id} here: \`admin check-profile list\` shows them`)
      const kept = found
        ? { id: found.id, version: await changeProfile(sql, found, { name, rules, userId: null }) }
        : {
            id: await insertProfile(sql, { workspaceId, projectId: project, name, rules, userId: null }),
            version: 1,
          }
      if (use) await writeSettings(sql, workspaceId, project, { profileId: kept.id, off: false })
      return { ...kept, changed: kept.version !== found?.version || name !== found.name }
    })
    const { id: storedId, version, changed } = stored
    const state = changed ? `is stored as version ${version}` : `is unchanged at version ${version}`
    return {
      json: { id: storedId, version, changed },
      text: `The check profile "${printable(name)}" (${storedId}) ${state}.`,
    }
  },
})

type Wanted = { workspaceId: string; projectId: string | null; id: string | undefined; name: string }

/** The one with the id, or else with the name. */
async function lockProfile(sql: Sql, { workspaceId, projectId: project, id, name }: Wanted) {
  const [found] = await sql<FoundProfile>`
    select id, project_id as "projectId", name, version from check_profiles
    where workspace_id = ${workspaceId} and project_id is not distinct from ${project}::uuid and deleted_at is null
      and case when ${id ?? null}::text is null then lower(name) = lower(${name}) else id = ${id ?? null} end
    for update`
  return found
}

async function requireWorkspace(sql: Sql, id: string): Promise<void> {
  const found = await sql`select 1 from workspaces where id = ${id}`
  if (found.length === 0) throw failure(`there is no workspace ${id}: \`admin workspace list\` shows them`)
}

async function requireProject(sql: Sql, workspaceId: string, id: string): Promise<void> {
  const found = await sql`select 1 from projects where id = ${id} and workspace_id = ${workspaceId}`
  if (found.length === 0) throw failure(`there is no project ${id} in this workspace`)
}

const mostBytes = 256 * 1024

async function readFileProfile(file: string): Promise<CheckProfile> {
  const { size } = await stat(file)
  if (size > mostBytes) throw failure(`${file} is larger than a check profile can be (256 KB)`)
  const text = await readFile(file, 'utf8')
  const parsed = CheckProfile.safeParse(readJson(file, text))
  if (parsed.success) return parsed.data
  throw failure(`${file} is not a check profile:\n${z.prettifyError(parsed.error)}`)
}

function readJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw failure(`${file} is not JSON: ${(error as Error).message}`)
  }
}

function profileId(value: string): string {
  if (CheckProfileId.safeParse(value).success) return value
  throw usageError(`"${value}" is not the ID of a check profile (CP…, web, ebu, social or vfx)`)
}

function projectId(value: string): string {
  if (isUuid(value)) return value.toLowerCase()
  throw usageError(`"${value}" is not the ID of a project (a UUID)`)
}

function versionNumber(value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value)
  throw usageError(`"${value}" is not the number of a version`)
}
