// A skill as the file that agents expect: SKILL.md, with its description in front.

type Described = {
  description: string
  metadata: Record<string, string> | null
  allowedTools: string[] | null
  license: string | null
}

const longest = 64

/**
 * Names → the names that agents know: lower case, digits and hyphens, each once. Given oldest first, so that a new
 * skill never takes the name of an old one.
 */
export function slugs(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const plain = slugOf(name)
    let slug = plain
    for (let number = 2; taken.has(slug); number++) {
      const suffix = `-${number}`
      slug = trimmed(plain.slice(0, longest - suffix.length)) + suffix
    }
    taken.add(slug)
    return slug
  })
}

function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = trimmed(trimmed(plain.replace(/[^a-z0-9]+/g, '-')).slice(0, longest))
  return slug === '' ? 'skill' : slug
}

function trimmed(slug: string): string {
  return slug.replace(/^-|-$/g, '')
}

/** What the content says of itself in front is dropped: the record is what holds. */
export function skillMarkdown(slug: string, skill: Described, markdown: string): string {
  const { description, license, allowedTools, metadata } = skill
  const lines = [`name: ${slug}`, `description: ${quoted(description)}`]
  if (license) lines.push(`license: ${quoted(license)}`)
  if (allowedTools?.length) lines.push(`allowed-tools: ${quoted(allowedTools.join(' '))}`)
  const entries = Object.entries(metadata ?? {})
  if (entries.length > 0)
    lines.push('metadata:', ...entries.map(([key, value]) => `  ${quoted(key)}: ${quoted(value)}`))
  const content = markdown.replace(/^\uFEFF?---\r?\n(?:.*?\r?\n)?---[ \t]*(?:\r?\n|$)/s, '')
  return `---\n${lines.join('\n')}\n---\n\n${content}`
}

/** JSON is YAML, but for some characters that YAML takes for the end of a line or does not take at all. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
