// From judged rules to the results that people and programs read: places in frames and milliseconds, units and sentences. Pure.
import { frameToMs } from '../../core/frames.ts'
import type { Finding, Measured } from './finding.ts'
import type { RuleResult } from './judge.ts'
import { messageOf, reasonOf, unitOf } from './messages.ts'

type Value = number | string | null

export type DescribedRule = {
  rule: string
  level: RuleResult['level']
  outcome: RuleResult['outcome']
  reason: string | null
  measured: Value
  limit: Value
  unit: string | null
}

export type DescribedFinding = {
  rule: string
  level: RuleResult['level']
  firstFrame: number | null
  lastFrame: number | null
  firstMs: number | null
  lastMs: number | null
  page: number | null
  measured: Value
  limit: Value
  unit: string | null
  message: string
  confidence: number
}

export type Described = { rules: DescribedRule[]; findings: DescribedFinding[] }

/** More findings of one rule than these help nobody. */
export const maxFindingsOfRule = 200

const blockMs = 10

export function describeResults(measured: Measured, results: readonly RuleResult[]): Described {
  const findings = results.flatMap((result) =>
    result.findings.slice(0, maxFindingsOfRule).map((finding) => describeFinding(measured, result, finding)),
  )
  return { rules: results.map(describeRule), findings: findings.toSorted(inOrderOfTime) }
}

function describeRule({ findings, ...result }: RuleResult): DescribedRule {
  const { rule, level, outcome, reason, measured, limit, unit } = result
  const [only] = findings.length === 1 && findings[0]?.place === null ? findings : []
  const hidden = findings.length - maxFindingsOfRule
  return {
    ...{ rule, level, outcome },
    reason: hidden > 0 ? `${hidden} more findings are not listed.` : (reason ?? reasonOf(outcome)),
    measured: measured ?? only?.measured ?? null,
    limit: limit ?? only?.limit ?? null,
    unit: unit ?? only?.unit ?? unitOf(rule),
  }
}

function describeFinding(measured: Measured, result: RuleResult, finding: Finding): DescribedFinding {
  const { rule, level, page = null, unit, confidence } = finding
  return {
    ...{ rule, level },
    ...placeOf(measured, finding),
    page,
    measured: finding.measured,
    limit: finding.limit,
    unit: unit === undefined ? (result.unit ?? unitOf(rule)) : unit,
    message: messageOf(finding),
    confidence,
  }
}

function placeOf(measured: Measured, { place, placeIn }: Finding) {
  if (!place) return { firstFrame: null, lastFrame: null, firstMs: null, lastMs: null }
  const { first, last } = place
  // Of a file without video, every place is a block of audio.
  if (placeIn === 'BLOCKS' || !measured.video) {
    return { firstFrame: null, lastFrame: null, firstMs: first * blockMs, lastMs: (last + 1) * blockMs }
  }
  return {
    ...{ firstFrame: first, lastFrame: last },
    ...{ firstMs: startOf(measured, first), lastMs: startOf(measured, last + 1) },
  }
}

/** The first whole millisecond in which the frame is shown; null for a variable rate without times. */
function startOf({ rate, starts, info }: Measured, frame: number): number | null {
  if (rate) return frameToMs(frame, rate)
  if (!starts) return null
  const seconds = starts[frame]
  return seconds === undefined ? info.durationMs : Math.ceil((seconds - starts[0]!) * 1000)
}

function inOrderOfTime(a: DescribedFinding, b: DescribedFinding): number {
  return timeOf(a) - timeOf(b)
}

/** Findings about the whole file come first. */
function timeOf({ firstMs, firstFrame, page }: DescribedFinding): number {
  return firstMs ?? firstFrame ?? page ?? -1
}
