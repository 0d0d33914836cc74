// The record of a check profile. It is not in `records`, because its rules belong to `media`.
import { z } from 'zod'
import { CheckProfileId, ProjectId, Timestamp, text, UserSummary } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { builtInProfiles } from '../../media/checks/built-in-profiles.ts'
import { CheckRules } from '../../media/checks/profile.ts'
import { readRules } from '../../media/checks/read-rules.ts'
import {
  column,
  computed,
  object,
  type Row,
  recordMapper,
  selectList,
  wireSchema,
} from '../../records/columns.ts'
import { userProperties } from '../../records/member.ts'

/** Of a workspace, and of each project. */
export const mostCheckProfiles = 100

export const CheckProfileName = text(1, 60)

const Person = UserSummary.omit({ email: true })

const Rules = CheckRules.meta({ id: 'CheckRules', description: 'A rule that is missing is not checked.' })

const version = z.int().describe('Number of the version of the rules, counted from 1.')

/** Selected from `check_profiles p`, its `check_profile_versions v` and `profileAuthor`. */
const columns = {
  id: column(CheckProfileId, 'p.id'),
  builtIn: column(z.boolean().describe('Whether every installation has it. It cannot be changed.'), 'false'),
  name: column(z.string(), 'p.name'),
  version: column(version, 'v.version'),
  rules: computed(Rules, {
    // As text: most are known already, and not parsed again.
    stored: column(z.string(), 'v.rules::text'),
  }),
  project: object(
    z.object({ id: ProjectId }).nullable().describe('null if all projects of the workspace can use it.'),
    { id: 'p.project_id' },
  ),
  usedBy: column(
    z.object({
      workspace: z.boolean().describe('Whether it is the check profile of the workspace.'),
      projects: z.int().describe('Number of projects that have chosen it.'),
    }),
    fragment`(select json_build_object('workspace', coalesce(bool_or(s.project_id is null), false), 'projects', count(s.project_id))
      from check_settings s where s.workspace_id = p.workspace_id and s.profile_id = p.id)`,
  ),
  createdBy: object(
    Person.nullable().describe('null for built-in ones, and if the account is deleted.'),
    userProperties,
  ),
  createdAt: column(Timestamp.nullable().describe('null for built-in ones.'), 'p.created_at'),
  updatedAt: column(Timestamp.nullable().describe('null for built-in ones.'), 'p.updated_at'),
}

export const CheckProfile = wireSchema('CheckProfile', columns)
export type CheckProfile = z.output<typeof CheckProfile>
export const checkProfileColumns = selectList(columns)
export type CheckProfileRow = Row<typeof columns>

export const profileAuthor = fragment`left join users u on u.id = p.created_by
  left join workspace_members w on w.workspace_id = p.workspace_id and w.user_id = u.id`

const map = recordMapper(columns)

export function checkProfileRecord(row: CheckProfileRow): CheckProfile {
  return map(row, { rules: rulesOf(row) })
}

/** Parsing rules took two thirds of the processor time of a list. The rules of a version never change. */
const readBefore = new Map<string, CheckRules>()
const mostRead = 1_000

function rulesOf({ id, version, stored }: CheckProfileRow): CheckRules {
  const key = `${id} ${version}`
  const known = readBefore.get(key)
  if (known) return known
  if (readBefore.size >= mostRead) readBefore.clear()
  const rules = readRules(JSON.parse(stored))
  readBefore.set(key, rules)
  return rules
}

export type Uses = CheckProfile['usedBy']

export function builtInRecord(id: string, usedBy: Uses): CheckProfile | undefined {
  const profile = Object.hasOwn(builtInProfiles, id) ? builtInProfiles[id] : undefined
  if (!profile) return undefined
  return {
    ...{ id, builtIn: true, name: profile.name, version: 1, rules: profile.rules, project: null, usedBy },
    ...{ createdBy: null, createdAt: null, updatedAt: null },
  }
}

/** Selected from `check_profile_versions v`, its `check_profiles p` and the author of the version. */
const versionColumns = {
  version: column(version, 'v.version'),
  createdBy: object(Person.nullable().describe('null if the account is deleted.'), userProperties),
  createdAt: column(Timestamp, 'v.created_at'),
}

export const CheckProfileVersion = wireSchema('CheckProfileVersion', versionColumns)
export const profileVersionColumns = selectList(versionColumns)
export type ProfileVersionRow = Row<typeof versionColumns>
export const profileVersionRecord = recordMapper(versionColumns)
export const versionAuthor = fragment`left join users u on u.id = v.created_by
  left join workspace_members w on w.workspace_id = p.workspace_id and w.user_id = u.id`
