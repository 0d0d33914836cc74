// The details of a skill as they are typed: lists and pairs have one line per entry.
import type { Skill } from '@dailies/sdk'

export type TypedDetails = {
  name: string
  description: string
  license: string
  allowedTools: string
  metadata: string
}

export type Details = {
  name: string
  description: string
  license: string | null
  allowedTools: string[] | null
  metadata: Record<string, string> | null
}

export const noDetails: TypedDetails = {
  name: '',
  description: '',
  license: '',
  allowedTools: '',
  metadata: '',
}

export function typedDetails({ name, description, license, allowedTools, metadata }: Skill): TypedDetails {
  return {
    name,
    description,
    license: license ?? '',
    allowedTools: (allowedTools ?? []).join('\n'),
    metadata: Object.entries(metadata ?? {})
      .map(([key, value]) => `${key}: ${value}`)
      .join('\n'),
  }
}

export function parseDetails(typed: TypedDetails): Details {
  const tools = lines(typed.allowedTools)
  return {
    name: typed.name.trim(),
    description: typed.description.trim(),
    license: typed.license.trim() || null,
    allowedTools: tools.length > 0 ? tools : null,
    metadata: parsePairs(typed.metadata),
  }
}

/** The first line that is not `name: value`, or undefined. */
export function wrongPair(metadata: string): string | undefined {
  return lines(metadata).find((line) => line.indexOf(':') < 1)
}

function parsePairs(text: string): Record<string, string> | null {
  const pairs = lines(text).map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const
  })
  return pairs.length > 0 ? Object.fromEntries(pairs) : null
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
