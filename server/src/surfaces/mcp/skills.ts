// The skills of a workspace through the skills extension and as resources. They are read from the database at each
// request, so that a version is what agents read from the moment it is published.
import type { Resource } from '@modelcontextprotocol/server'
import {
  type Skill,
  type SkillSource,
  SkillsExtension,
  skillEntry,
} from '@modelcontextprotocol/server/ext/skills'
import type { Logger } from 'pino'
import type { Caller } from '../../core/access.ts'
import type { Database } from '../../core/sql.ts'
import { type SkillText, skillMarkdown, slugs } from './skill-markdown.ts'

const pageSize = 50

export function skillsExtension(database: Database, caller: Caller, logger: Logger): SkillsExtension {
  return new SkillsExtension({
    source: skillSource(database, caller, logger),
    onWarning: (warning) => logger.warn(warning, 'skill'),
  })
}

type Named = { id: string; slug: string; name: string; description: string }

function skillSource({ sql }: Database, caller: Caller, logger: Logger): SkillSource {
  /** By slug. Without the scope there are none: a client lists them unasked, and that must not fail. */
  async function published(): Promise<Named[]> {
    if (!caller.scopes.has('skills:read')) return []
    const rows = await sql<Omit<Named, 'slug'>>`
      select s.id, s.name, s.description from skills s
      where s.workspace_id = ${caller.workspaceId} and s.default_version_id is not null
      order by s.created_at, s.id`
    const named = slugs(rows.map(({ name }) => name))
    return rows.map((row, i) => ({ ...row, slug: named[i]! })).sort((a, b) => (a.slug < b.slug ? -1 : 1))
  }

  async function texts(skills: Named[]): Promise<Map<string, string>> {
    const rows = await sql<SkillText & { id: string }>`
      select s.id, s.description, s.metadata, s.allowed_tools as "allowedTools", s.license, v.content
      from skills s join skill_versions v on v.id = s.default_version_id
      where s.id = any(${skills.map(({ id }) => id)})`
    const slugOf = new Map(skills.map(({ id, slug }) => [id, slug]))
    return new Map(rows.map((row) => [row.id, skillMarkdown(slugOf.get(row.id)!, row)]))
  }

  async function find(uri: string): Promise<{ skill: Named; text: string } | undefined> {
    const skill = (await published()).find(({ slug }) => uriOf(slug) === uri)
    const text = skill && (await texts([skill])).get(skill.id)
    return skill && text !== undefined ? { skill, text } : undefined
  }

  return {
    async list({ cursor }) {
      const rest = (await published()).filter(({ slug }) => cursor === undefined || slug > cursor)
      const page = rest.slice(0, pageSize)
      const markdown = await texts(page)
      const entries = page.map(({ id, slug }) => entry(slug, markdown.get(id), logger))
      const skills = (await Promise.all(entries)).filter((skill) => skill !== undefined)
      return rest.length > pageSize ? { skills, nextCursor: page.at(-1)!.slug } : { skills }
    },
    async get(uri) {
      const found = await find(uri)
      return found && entry(found.skill.slug, found.text, logger)
    },
    async read(uri) {
      const found = await find(uri)
      return found && { text: found.text, mimeType: 'text/markdown' }
    },
    listResources: async () => (await published()).map(resource),
  }
}

function uriOf(slug: string): string {
  return `skill://${slug}/SKILL.md`
}

function resource({ slug, name, description }: Named): Resource {
  return { uri: uriOf(slug), name: slug, title: name, description, mimeType: 'text/markdown' }
}

/** Undefined for one that the extension refuses, or that is gone meanwhile: the others are listed all the same. */
async function entry(slug: string, text: string | undefined, logger: Logger): Promise<Skill | undefined> {
  if (text === undefined) return undefined
  try {
    return await skillEntry(slug, { 'SKILL.md': text })
  } catch (err) {
    logger.warn({ err, slug }, 'skill')
    return undefined
  }
}
