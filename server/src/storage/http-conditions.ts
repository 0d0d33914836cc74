// Decides how to answer a GET or HEAD of an object: RFC 9110, sections 13 and 14.
import type { ByteRange } from '../core/storage.ts'

export type Validators = { eTag: string; modifiedAt: Date; size: number }

export type Conditions = {
  'if-match'?: string | undefined
  'if-none-match'?: string | undefined
  'if-modified-since'?: string | undefined
  'if-unmodified-since'?: string | undefined
  'if-range'?: string | undefined
  range?: string | undefined
}

export type Decision = { status: 200 | 304 | 412 | 416 } | { status: 206; range: ByteRange }

/** Evaluates the conditions in the order that section 13.2.2 prescribes. */
export function decide(method: string, headers: Conditions, object: Validators): Decision {
  if (headers['if-match'] !== undefined) {
    if (!matches(headers['if-match'], object.eTag, 'strong')) return { status: 412 }
  } else if (modifiedAfter(object, headers['if-unmodified-since']) === true) {
    return { status: 412 }
  }
  if (headers['if-none-match'] !== undefined) {
    if (matches(headers['if-none-match'], object.eTag, 'weak')) return { status: 304 }
  } else if (modifiedAfter(object, headers['if-modified-since']) === false) {
    return { status: 304 }
  }
  // A range does not apply to HEAD, nor when the client's first half is of another object.
  if (method !== 'GET' || headers.range === undefined || !isSame(object, headers['if-range'])) {
    return { status: 200 }
  }
  const range = parseRange(headers.range, object.size)
  if (range === undefined) return { status: 200 }
  return range === 'unsatisfiable' ? { status: 416 } : { status: 206, range }
}

/**
 * Parses one range. Several ranges, or an invalid header, return undefined: the server may then send the whole
 * object.
 */
export function parseRange(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header) ?? []
  if (first === undefined || last === undefined || first + last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? Number.POSITIVE_INFINITY : Number(last)
  if (end < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) }
}

/** ETags of this server contain no comma, so a list of tags can be split at commas. */
function matches(list: string, eTag: string, comparison: 'strong' | 'weak'): boolean {
  return list.split(',').some((entry) => {
    const tag = comparison === 'weak' ? entry.trim().replace(/^W\//, '') : entry.trim()
    return tag === '*' || tag === `"${eTag}"`
  })
}

/** undefined when there is no valid date to compare with. */
function modifiedAfter({ modifiedAt }: Validators, date: string | undefined): boolean | undefined {
  const time = date === undefined ? Number.NaN : Date.parse(date)
  return Number.isNaN(time) ? undefined : wholeSeconds(modifiedAt) > time
}

function isSame(object: Validators, ifRange: string | undefined): boolean {
  if (ifRange === undefined) return true
  if (ifRange.startsWith('"')) return ifRange === `"${object.eTag}"`
  return Date.parse(ifRange) === wholeSeconds(object.modifiedAt)
}

/** HTTP dates have no fractions of a second. */
function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000
}
