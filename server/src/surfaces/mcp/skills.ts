// The skills of a workspace, through the skills extension and as resources. They are read by calling the operations at each
// request, so that agents read a new version from the moment it is published.
import { ProtocolError, ProtocolErrorCode, type Resource } from '@modelcontextprotocol/server'
import {
  type Skill as Entry,
  type SkillSource,
  SkillsExtension,
  skillEntry,
} from '@modelcontextprotocol/server/ext/skills'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { callOperation, plainCall } from '../../core/call.ts'
import type { Operation } from '../../core/operation.ts'
import type { Services } from '../../core/services.ts'
import type { Skill as SkillRecord } from '../../records/skill.ts'
import { skillMarkdown, slugs } from './skill-markdown.ts'
import type { Exchange } from './tool-call.ts'

const pageSize = 50

export type SkillOptions = {
  listSkills: Operation
  getSkillVersion: Operation
  services: Services
  exchange: Exchange
}

export type PublishedSkill = z.output<typeof SkillRecord> & { slug: string; versionId: string }

/** The published skills that the caller may read. */
export type SkillReader = {
  published(): Promise<PublishedSkill[]>
  /** SKILL.md; undefined for a skill that was deleted meanwhile. */
  textOf(skill: PublishedSkill): Promise<string | undefined>
}

export function skillReader(options: SkillOptions): SkillReader {
  const { listSkills, getSkillVersion, services, exchange } = options
  const { caller } = exchange

  async function ask(operation: Operation, input: Record<string, unknown>) {
    try {
      const { body } = await callOperation(plainCall(services, operation, caller, input))
      return JSON.parse(String(body)).data
    } catch (error) {
      const known = exchange.fail(error)
      // The skill was deleted after it was listed.
      if (known.code === 'not_found') return undefined
      // The SDK sends the message of an error to the client, so it must not get the original error.
      throw new ProtocolError(ProtocolErrorCode.InternalError, known.message)
    }
  }

  /** Sorted by slug. Empty without the scope: clients list skills unasked, and that must not fail. */
  async function published(): Promise<PublishedSkill[]> {
    if (!caller.scopes.has('skills:read')) return []
    const skills: z.output<typeof SkillRecord>[] = await ask(listSkills, {})
    const oldestFirst = skills.filter((skill) => skill.default !== null).sort(byAge)
    const names = slugs(oldestFirst.map(({ name }) => name))
    return oldestFirst
      .map((skill, i) => ({ ...skill, slug: names[i]!, versionId: skill.default!.id }))
      .sort((a, b) => (a.slug < b.slug ? -1 : 1))
  }

  async function textOf(skill: PublishedSkill): Promise<string | undefined> {
    const version = await ask(getSkillVersion, { skillVersionId: skill.versionId })
    return version && skillMarkdown(skill.slug, skill, version.markdown)
  }
  return { published, textOf }
}

export function skillsExtension({ published, textOf }: SkillReader, logger: Logger): SkillsExtension {
  async function find(uri: string): Promise<PublishedSkill | undefined> {
    return (await published()).find(({ slug }) => uriOf(slug) === uri)
  }

  /** Undefined for a skill that the extension refuses, so that the others are still listed. */
  async function entryOf(skill: PublishedSkill): Promise<Entry | undefined> {
    const text = await textOf(skill)
    if (text === undefined) return undefined
    try {
      return await skillEntry(skill.slug, { 'SKILL.md': text })
    } catch (err) {
      logger.warn({ err, skill: skill.id }, 'a skill cannot be shown to agents')
      return undefined
    }
  }

  const source: SkillSource = {
    async list({ cursor }) {
      const rest = (await published()).filter(({ slug }) => cursor === undefined || slug > cursor)
      const page = rest.slice(0, pageSize)
      const skills: Entry[] = []
      // One after the other: each may take 200 KB of reading and hashing, and other requests run in between.
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

function resource({ slug, name, description }: PublishedSkill): Resource {
  return { uri: uriOf(slug), name: slug, title: name, description, mimeType: 'text/markdown' }
}
