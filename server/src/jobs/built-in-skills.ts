// The skills that are part of the service. Every workspace has its own read-only rows of them, so that skill reviewers, examples and
// evaluations refer to them as to any other skill. A release with a new text counts its version up.
import { readFileSync } from 'node:fs'
import type { Sql } from '../core/sql.ts'

type BuiltInSkill = { key: string; version: number; name: string; description: string }

/** Count the version up with every change of the text: a node of an earlier release then leaves the newer text alone. */
const builtInSkills: readonly BuiltInSkill[] = [
  {
    key: 'delivery-check',
    version: 1,
    name: 'Delivery check',
    description:
      'Looks for what would make a client send a file back: technical faults, leftovers of the edit, placeholders and broken frames. Use it before a file is delivered. Works without a model, by the checks of the profile Web 1080p.',
  },
  {
    key: 'brand-check',
    version: 1,
    name: 'Brand check',
    description:
      'Compares logos, colours, typefaces, names and claims with the rules of the brand in the brief. Use it for videos, images and documents that carry a brand. Needs a model.',
  },
  {
    key: 'continuity-check',
    version: 1,
    name: 'Continuity check',
    description:
      'Compares shots of the same scene: people, objects, light, direction and edit. Use it for edited scenes. Without a model, it finds black, frozen, duplicated and dropped frames.',
  },
]

const folder = new URL('../../skills/', import.meta.url)

export function builtInSkillTexts(): (BuiltInSkill & { content: string })[] {
  return builtInSkills.map((skill) => ({
    ...skill,
    content: readFileSync(new URL(`${skill.key}.md`, folder), 'utf8'),
  }))
}

/** Adds what is missing, in all workspaces or in one. Ids follow from the workspace, so two nodes may do it at once. */
export async function addBuiltInSkills(sql: Sql, workspaceId: string | null = null): Promise<void> {
  await sql`
    with template as (
      select key, version, name, description, content from jsonb_to_recordset(${JSON.stringify(builtInSkillTexts())}::jsonb)
        as t (key text, version integer, name text, description text, content text)
    ), wanted as (
      select t.*, w.id as workspace_id, 'SK' || left(md5(w.id || ' ' || t.key), 22) as skill_id,
        'SV' || left(md5(w.id || ' ' || t.key || ' ' || t.version), 22) as version_id
      from workspaces w cross join template t
      where (${workspaceId}::uuid is null or w.id = ${workspaceId}::uuid) and not exists (
        select from all_skills s where s.id = 'SK' || left(md5(w.id || ' ' || t.key), 22) and s.last_version >= t.version)
    ), version as (
      insert into skill_versions (id, skill_id, version, content)
      select version_id, skill_id, version, content from wanted on conflict (id) do nothing
    )
    insert into all_skills as s (id, workspace_id, source, name, description, default_version_id, last_version)
    select skill_id, workspace_id, 'BUILT_IN', name, description, version_id, version from wanted
    on conflict (id) do update set name = excluded.name, description = excluded.description,
      default_version_id = excluded.default_version_id, last_version = excluded.last_version, revision = s.revision + 1,
      updated_at = now()
    where s.last_version < excluded.last_version`
}
