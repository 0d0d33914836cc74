// The findings of a file as stretches of its timeline. Stretches that nobody could tell apart are one.
import type { Clock } from '../../room/player/clock.ts'
import { type Finding, type Level, levels, placeOfFinding } from '../finding-text.ts'

export type Stretch = {
  level: Level
  waived: boolean
  /** Start and end, as fractions of the timeline. */
  from: number
  to: number
  findings: Finding[]
}

/** The smallest visible gap, as a fraction of the timeline. */
const gap = 1 / 500

/** The least important first: later stretches cover earlier ones. */
export function stretchesOf(
  findings: readonly Finding[],
  clock: Pick<Clock, 'startOf' | 'indexOf' | 'seconds'>,
): Stretch[] {
  const stretches: Stretch[] = []
  for (const waived of [true, false])
    for (const level of levels.toReversed()) {
      const alike = findings.filter((one) => one.level === level && (one.waiver !== null) === waived)
      const placed = alike.flatMap((finding) => stretchOf(finding, clock) ?? [])
      stretches.push(...joined(placed.toSorted((a, b) => a.from - b.from)))
    }
  return stretches
}

function stretchOf(
  finding: Finding,
  clock: Pick<Clock, 'startOf' | 'indexOf' | 'seconds'>,
): Stretch | undefined {
  const place = placeOfFinding(finding)
  const first = place && clock.indexOf(place)
  if (first === undefined) return undefined
  const last = (finding.firstFrame === null ? finding.lastMs : finding.lastFrame) ?? first
  const part = (index: number) => Math.min(1, clock.startOf(index) / clock.seconds)
  const { level, waiver } = finding
  return { level, waived: waiver !== null, from: part(first), to: part(last + 1), findings: [finding] }
}

function joined(sorted: readonly Stretch[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const next of sorted) {
    const last = stretches.at(-1)
    if (last && next.from - last.to < gap) {
      last.to = Math.max(last.to, next.to)
      last.findings.push(...next.findings)
    } else stretches.push(next)
  }
  return stretches
}
