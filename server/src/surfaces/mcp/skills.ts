// The skills of a workspace through the skills extension and as resources. They are asked of the operations at each
// request, so that a version is what agents read from the moment it is published.
import { ProtocolError, ProtocolErrorCode, type Resource } from '@modelcontextprotocol/server'
import {
  type Skill as Entry,
  type SkillSource,
  SkillsExtension,
  skillEntry,
} from '@modelcontextprotocol/server/ext/skills'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { callOperation, type Services } from '../../core/call.ts'
import type { Operation } from '../../core/operation.ts'
import type { Skill as SkillRecord } from '../../records/skill.ts'
import { skillMarkdown, slugs } from './skill-markdown.ts'
import type { Exchange } from './tool-call.ts'

const pageSize = 50

export type SkillOptions = {
  listSkills: Operation
  getSkillVersion: Operation
  services: Services
  exchange: Exchange
  logger: Logger
}

type Published = z.output<typeof SkillRecord> & { slug: string; versionId: string }

export function skillsExtension(options: SkillOptions): SkillsExtension {
  const { listSkills, getSkillVersion, services, exchange, logger } = options
  const { caller } = exchange

  async function ask(operation: Operation, input: Record<string, unknown>) {
    try {
      const { body } = await callOperation({ services, operation, caller, input })
      return JSON.parse(body!).data
    } catch (error) {
      const known = exchange.fail(error)
      // Deleted since it was listed.
      if (known.code === 'not_found') return undefined
      // The SDK tells what is thrown as it is, so it is not given the error itself.
      throw new ProtocolError(ProtocolErrorCode.InternalError, known.message)
    }
  }

  /** By slug. Without the scope there are none: a client lists them unasked, and that must not fail. */
  async function published(): Promise<Published[]> {
    if (!caller.scopes.has('skills:read')) return []
    const skills: z.output<typeof SkillRecord>[] = await ask(listSkills, {})
    const oldestFirst = skills.filter((skill) => skill.default !== null).sort(byAge)
    const names = slugs(oldestFirst.map(({ name }) => name))
    return oldestFirst
      .map((skill, i) => ({ ...skill, slug: names[i]!, versionId: skill.default!.id }))
      .sort((a, b) => (a.slug < b.slug ? -1 : 1))
  }

  async function textOf(skill: Published): Promise<string | undefined> {
    const version = await ask(getSkillVersion, { skillVersionId: skill.versionId })
    return version && skillMarkdown(skill.slug, skill, version.markdown)
  }

  async function find(uri: string): Promise<Published | undefined> {
    return (await published()).find(({ slug }) => uriOf(slug) === uri)
  }

  /** Undefined for one that the extension refuses: the others are listed all the same. */
  async function entryOf(skill: Published): Promise<Entry | undefined> {
    const text = await textOf(skill)
    if (text === undefined) return undefined
    try {
      return await skillEntry(skill.slug, { 'SKILL.md': text })
    } catch (err) {
      logger.warn({ err, skill: skill.id }, 'skill')
      return undefined
    }
  }

  const source: SkillSource = {
    async list({ cursor }) {
      const rest = (await published()).filter(({ slug }) => cursor === undefined || slug > cursor)
      const page = rest.slice(0, pageSize)
      const skills: Entry[] = []
      // One after the other: each may be 200 KB to read and hash, and others have requests between them.
      for (const skill of page) {
        const entry = await entryOf(skill)
        if (entry) skills.push(entry)
      }
      return rest.length > pageSize ? { skills, nextCursor: page.at(-1)!.slug } : { skills }
    },
    async get(uri) {
      const skill = await find(uri)
      return skill && entryOf(skill)
    },
    async read(uri) {
      const skill = await find(uri)
      const text = skill && (await textOf(skill))
      return text === undefined ? undefined : { text, mimeType: 'text/markdown' }
    },
    listResources: async () => (await published()).map(resource),
  }
  return new SkillsExtension({ source, onWarning: (warning) => logger.warn(warning, 'skill') })
}

function byAge(a: z.output<typeof SkillRecord>, b: z.output<typeof SkillRecord>): number {
  return `${a.createdAt} ${a.id}` < `${b.createdAt} ${b.id}` ? -1 : 1
}

function uriOf(slug: string): string {
  return `skill://${slug}/SKILL.md`
}

function resource({ slug, name, description }: Published): Resource {
  return { uri: uriOf(slug), name: slug, title: name, description, mimeType: 'text/markdown' }
}
