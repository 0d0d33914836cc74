// A skill as the file that agents expect: SKILL.md, with its description in the front matter.

type Described = {
  description: string
  metadata: Record<string, string> | null
  allowedTools: string[] | null
  license: string | null
}

const longest = 64

/**
 * Names → unique slugs of lower-case letters, digits and hyphens. The names must come oldest first, so that a new skill
 * never takes the slug of an older one.
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

/** Replaces the front matter of the content by the fields of the record. */
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

/** JSON is valid YAML, except for some characters that YAML reads as line breaks or does not allow. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
