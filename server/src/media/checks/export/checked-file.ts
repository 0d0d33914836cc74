// The results of the checks of one file, as exports and `dailies check` get them: those of the record Checks, with the name of the file
// and its timing. Nothing here needs a server, so the command line uses the same code.
import { type FrameRate, parseFrameRate, timecode } from '../../../core/frames.ts'
import { type RuleText, ruleTexts } from '../rule-texts.ts'

export type CheckLevel = 'PROBLEM' | 'WARNING' | 'INFO'
export type CheckOutcome = 'PASSED' | 'FOUND' | 'NOT_APPLICABLE' | 'NOT_MEASURED'
export type CheckState = 'NONE' | 'QUEUED' | 'MEASURING' | 'READY' | 'FAILED' | 'OFF'
type Value = number | string | null

export type CheckedRule = {
  rule: string
  level: CheckLevel
  outcome: CheckOutcome
  /** Why the rule was not measured, or does not apply. */
  reason: string | null
  measured: Value
  limit: Value
  unit: string | null
}

export type CheckedFinding = {
  rule: string
  level: CheckLevel
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
  waiver: { reason: string; user: { name: string } | null; createdAt: string } | null
}

export type CheckedFile = {
  /** null: a file on this machine, without a server. */
  id: string | null
  name: string
  state: CheckState
  failure: { code: string; message: string } | null
  profile: { id: string | null; name: string; version: number | null } | null
  /** Seconds that were measured, if the file is longer than the limit. */
  measuredSeconds: number | null
  /** null: no video, or a variable frame rate. */
  timing: Timing | null
  rules: readonly CheckedRule[]
  findings: readonly CheckedFinding[]
}

/** `start` is the source timecode of the first frame, as a number of frames. */
export type Timing = { rate: FrameRate; start: number; dropFrame: boolean | null }

/** From the fields of Get File. */
export function timingOf(media: {
  frameRate: string | null
  variable: boolean
  startFrame: number | null
  dropFrame: boolean | null
}): Timing | null {
  const rate = media.frameRate === null || media.variable ? undefined : parseFrameRate(media.frameRate)
  return rate ? { rate, start: media.startFrame ?? 0, dropFrame: media.dropFrame } : null
}

export type Counts = { problems: number; warnings: number; infos: number; waived: number }

/** Findings that are open, by level; waived ones apart. */
export function countsOf({ findings }: Pick<CheckedFile, 'findings'>): Counts {
  const open = (level: CheckLevel) =>
    findings.filter((finding) => finding.level === level && finding.waiver === null).length
  return {
    problems: open('PROBLEM'),
    warnings: open('WARNING'),
    infos: open('INFO'),
    waived: findings.filter(({ waiver }) => waiver !== null).length,
  }
}

/** Why a file has no results; undefined if it has. */
export function uncheckedReason({
  state,
  failure,
}: Pick<CheckedFile, 'state' | 'failure'>): string | undefined {
  if (state === 'READY') return undefined
  if (state === 'NONE') return failure?.message ?? 'The file was never checked.'
  if (state === 'OFF') return 'Checks are off for this file.'
  if (state === 'FAILED') return failure?.message ?? 'The checks failed.'
  return 'The checks are not finished.'
}

export function ruleTitle(rule: string): string {
  return textOf(rule)?.title ?? words(rule)
}

/** One sentence. */
export function ruleDescription(rule: string): string {
  return textOf(rule)?.about ?? `${words(rule)}.`
}

function textOf(rule: string): RuleText | undefined {
  return Object.hasOwn(ruleTexts, rule) ? ruleTexts[rule] : undefined
}

/** A rule that this release does not know: `duplicatedFrames` → `Duplicated frames`. */
function words(rule: string): string {
  const spaced = rule.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${spaced.slice(0, 1).toUpperCase()}${spaced.slice(1)}`
}

/** The rules of the file; also those of findings whose rule is not listed, so that none is lost. */
export function rulesOf({ rules, findings }: Pick<CheckedFile, 'rules' | 'findings'>): CheckedRule[] {
  const all = new Map(rules.map((rule) => [rule.rule, rule]))
  for (const { rule, level, limit, unit } of findings)
    if (!all.has(rule))
      all.set(rule, { rule, level, outcome: 'FOUND', reason: null, measured: null, limit, unit })
  return [...all.values()]
}

export type Place = { first: string; last: string }

/** The timecodes of a finding, or times for a file without frames; undefined if the finding is about the whole file or a page. */
export function placeOf(finding: CheckedFinding, timing: Timing | null): Place | undefined {
  const { firstFrame, lastFrame, firstMs, lastMs } = finding
  if (firstFrame !== null && lastFrame !== null && timing) {
    const at = (frame: number) =>
      timecode(frame, timing.rate, { start: timing.start, dropFrame: timing.dropFrame ?? undefined })
    return { first: at(firstFrame), last: at(lastFrame) }
  }
  if (firstMs === null || lastMs === null) return undefined
  return { first: clock(firstMs), last: clock(lastMs) }
}

/** `00:01:02.345` */
function clock(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const [seconds, rest] = [Math.floor(ms / 1000), String(ms % 1000).padStart(3, '0')]
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}.${rest}`
}

/** `00:00:12:00 to 00:00:13:11 (frames 300 to 335)`, `page 3`, or `whole file`. */
export function placeText(finding: CheckedFinding, timing: Timing | null): string {
  const { firstFrame, lastFrame, page } = finding
  const place = placeOf(finding, timing)
  const frames = firstFrame === null ? undefined : `frames ${firstFrame} to ${lastFrame}`
  if (place) return `${place.first} to ${place.last}${frames === undefined ? '' : ` (${frames})`}`
  return frames ?? (page === null ? 'whole file' : `page ${page}`)
}

/** A number with its unit, such as `1.44 s`. */
export function valueText(value: Value, unit: string | null): string {
  if (value === null) return ''
  return unit === null || typeof value === 'string' ? String(value) : `${value} ${unit}`
}

/** The whole finding on one line. */
export function findingText(finding: CheckedFinding, timing: Timing | null): string {
  const { level, message, waiver } = finding
  const waived = waiver === null ? '' : ` Waived: ${waiverText(waiver)}`
  return `${level} ${placeText(finding, timing)}: ${message}${waived}`
}

export function waiverText({ reason, user }: NonNullable<CheckedFinding['waiver']>): string {
  return user === null ? reason : `${reason} (${user.name})`
}
