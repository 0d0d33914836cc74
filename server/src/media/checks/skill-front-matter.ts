// The front matter of a skill, as far as the service reads it: the checks that the skill names, and the frames it asks about.
import { parseDocument } from 'yaml'
import { z } from 'zod'
import { CheckRules } from './profile.ts'

/** Front matter is a few lines. A longer block is refused before it is parsed. */
const longest = 32_768
const keys = ['checks', 'frames'] as const

const Checks = z
  .union(
    [
      z.strictObject({ profile: z.string().regex(/^[\w-]{1,64}$/, 'must be the ID of a check profile') }),
      z.strictObject({ rules: CheckRules }),
    ],
    { error: 'must have either `profile`, the ID of a check profile, or `rules`' },
  )
  .nullish()

const Frame = z.union([z.int().min(-1).max(100_000_000), z.string().trim().min(1).max(300)], {
  error: 'must be a frame number from 0 (-1: the last frame), or a question of up to 300 characters',
})
const Frames = z.array(Frame, { error: 'must be a list' }).max(50).nullish()

export type SkillChecks = { profile: string } | { rules: CheckRules }

export type SkillFrontMatter = {
  /** A check profile by its ID, or rules of the skill's own; null if the skill names none. */
  checks: SkillChecks | null
  /** Frames to look at in any case; -1 is the last frame. */
  frames: number[]
  /** Questions that decide which frames are looked at. */
  questions: string[]
}

/** The message says what is wrong, for the author of the skill. */
export class SkillFrontMatterError extends Error {}

/**
 * Reads `checks:` and `frames:` and ignores other keys. A skill without these keys is never refused, whatever its first lines
 * look like: it may begin with a rule of Markdown.
 */
export function readSkillFrontMatter(markdown: string): SkillFrontMatter {
  const block = frontMatterOf(markdown)
  const isMeant =
    block !== null && keys.some((key) => new RegExp(`^["']?${key}["']?[ \t]*:`, 'm').test(block))
  if (!isMeant) return { checks: null, frames: [], questions: [] }
  if (block.length > longest) throw invalid(`The front matter is longer than ${longest} characters.`)
  const values = parsed(block)
  const frames = readValue('frames', Frames, values) ?? []
  return {
    checks: checksOf(values),
    frames: frames.filter((frame) => typeof frame === 'number'),
    questions: frames.filter((frame) => typeof frame === 'string'),
  }
}

/** The text without its front matter: what a person or a model reads. */
export function skillText(markdown: string): string {
  const block = frontMatterOf(markdown)
  return block === null ? markdown : markdown.replace(opening, '')
}

const opening = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)??---[ \t]*(?:\r?\n|$)/

function frontMatterOf(markdown: string): string | null {
  const match = opening.exec(markdown)
  return match ? (match[1] ?? '') : null
}

function parsed(block: string): Record<string, unknown> {
  let value: unknown
  try {
    const document = parseDocument(block, {
      schema: 'core',
      merge: false,
      stringKeys: true,
      prettyErrors: true,
    })
    const [problem] = [...document.errors, ...document.warnings]
    if (problem) throw new Error(problem.message.split('\n')[0])
    // Aliases are refused: a few of them can stand for gigabytes.
    value = document.toJS({ maxAliasCount: 0 })
  } catch (error) {
    // A RangeError is an overflow of the stack: lists in lists, thousands deep.
    const reason = error instanceof RangeError ? 'it is nested too deeply' : (error as Error).message
    throw invalid(`The front matter is not valid YAML: ${reason.replace(/:$/, '')}.`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('The front matter must be a list of names and values.')
  return value as Record<string, unknown>
}

function checksOf(values: Record<string, unknown>): SkillChecks | null {
  const { checks } = values
  // Errors of a union name no field, so rules are read by their own schema.
  if (typeof checks === 'object' && checks !== null && 'rules' in checks && !('profile' in checks))
    return { rules: readValue('checks.rules', CheckRules, { 'checks.rules': checks.rules }) }
  return readValue('checks', Checks, values) ?? null
}

function readValue<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  values: Record<string, unknown>,
): z.output<Schema> {
  const result = schema.safeParse(Object.hasOwn(values, name) ? values[name] : undefined)
  if (result.success) return result.data
  const issue = result.error.issues[0]!
  const place = [name, ...issue.path].join('.')
  throw invalid(`\`${place}\` in the front matter: ${issue.message}.`)
}

function invalid(message: string): SkillFrontMatterError {
  return new SkillFrontMatterError(message.replace(/\.\.$/, '.'))
}
