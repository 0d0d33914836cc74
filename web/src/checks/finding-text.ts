// The place of a finding and its numbers, as text and as a place of the review room.
import type { Checks, FileDetails } from '@dailies/sdk'
import { inUnits, rateOf } from '../room/comment-panel/place.ts'
import type { Counting } from '../room/counting.ts'
import { frameName, timeName } from '../room/place-names.ts'
import type { Place } from '../room/room.ts'

export type Finding = Checks['findings'][number]
export type RuleResult = Checks['rules'][number]
export type Level = Finding['level']

export const levels: readonly Level[] = ['PROBLEM', 'WARNING', 'INFO']

export const levelNames: Readonly<Record<Level, readonly [one: string, many: string]>> = {
  PROBLEM: ['problem', 'problems'],
  WARNING: ['warning', 'warnings'],
  INFO: ['info', 'infos'],
}

/** `1 problem`, `3 warnings`. */
export function countOf(level: Level, count: number): string {
  return `${count.toLocaleString('en')} ${levelNames[level][count === 1 ? 0 : 1]}`
}

type Placed = Pick<Finding, 'firstFrame' | 'lastFrame' | 'firstMs' | 'lastMs' | 'page'>

/** Where a finding begins; undefined for one about the whole file. */
export function placeOfFinding({ firstFrame, firstMs, page }: Placed): Place | undefined {
  if (firstFrame !== null) return { frame: firstFrame, ...(firstMs !== null && { ms: firstMs }) }
  if (page !== null) return { page }
  return firstMs === null ? undefined : { ms: firstMs }
}

/** `00:00:12:04 – 00:00:13:00`, `Page 3`, in the unit that the person has chosen; undefined for the whole file. */
export function findingLabel(
  { firstFrame, lastFrame, firstMs, lastMs, page }: Placed,
  media: FileDetails['media'],
  counting: Counting,
): string | undefined {
  if (page !== null) return `Page ${page}`
  const rate = rateOf(media)
  if (firstFrame !== null && rate) {
    const name = (frame: number) => frameName(frame, rate, media ?? {}, counting)
    return inUnits(range(name(firstFrame), name(lastFrame ?? firstFrame)), counting)
  }
  if (firstMs === null) return undefined
  const name = (ms: number) => timeName(ms, media ?? {}, counting)
  return inUnits(range(name(firstMs), name(lastMs ?? firstMs)), counting, 'ms')
}

function range(first: string, last: string): string {
  return first === last ? first : `${first} – ${last}`
}

/** Whether this place is within the finding. */
export function isWithin(
  { firstFrame, lastFrame, firstMs, lastMs, page }: Placed,
  { frame, ms, page: shown }: Place,
): boolean {
  if (page !== null) return shown === page
  if (firstFrame !== null && frame !== undefined)
    return frame >= firstFrame && frame <= (lastFrame ?? firstFrame)
  return firstMs !== null && ms !== undefined && ms >= firstMs && ms <= (lastMs ?? firstMs)
}

type Measured = Pick<RuleResult, 'measured' | 'limit' | 'unit'>

/** `2.4 s, limit 0.5 s`; undefined where nothing was measured. */
export function measuredText({ measured, limit, unit }: Measured): string | undefined {
  if (measured === null) return undefined
  const value = valueText(measured, unit)
  return limit === null ? value : `${value}, limit ${valueText(limit, unit)}`
}

function valueText(value: number | string, unit: string | null): string {
  const number = typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: 2 }) : value
  // As it is written in every specification.
  const minus = number.replace(/^-(?=\d)/, '−')
  if (unit === null || unit === '') return minus
  return `${minus} ${value === 1 && unit === 'frames' ? 'frame' : unit}`
}

/** An estimate is never shown as a measurement. */
export function confidenceText(confidence: number): string | undefined {
  return confidence < 1 ? `Indicative, ${Math.round(confidence * 100)} % sure` : undefined
}
