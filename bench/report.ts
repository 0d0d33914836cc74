// The report of a suite, and how figures are formatted.
import { arch, availableParallelism, loadavg, platform, totalmem } from 'node:os'
import { type Goal, type Interval, type Verdict, verdictOf } from './statistics.ts'
import { asAdmin } from './world.ts'

export type GoalResult = { name: string; verdict: Verdict }

export type SuiteReport = {
  /** Markdown. */
  text: string
  goals: GoalResult[]
  /** Figures whose interval stayed wide. */
  noisy?: string[]
  /** Figures that could not be measured, with the reason. */
  unfinished?: string[]
  /** For `--json`. */
  figures: unknown
}

/** A figure with a goal. */
export type Judged = { name: string; interval: Interval; goal: Goal }

export function judge({ name, interval, goal }: Judged): GoalResult {
  return { name, verdict: verdictOf(interval, goal) }
}

/** The machine of the measurement, and how busy it was before the run. */
export async function machine(server: string): Promise<string> {
  const postgres = await asAdmin(server, (client) => client.query('show server_version'))
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return (
    `${platform()} ${arch()}, ${availableParallelism()} cores, ${gigabytes} GB; Node ${process.versions.node}, ` +
    `Postgres ${postgres.rows[0].server_version}; load of the machine before the run: ${loadavg()[0]!.toFixed(1)}`
  )
}

/** A paragraph each for the goals of a suite, for figures that are too noisy, and for those that are missing. */
export function summary({ goals, noisy = [], unfinished = [] }: SuiteReport): string {
  const lines: string[] = []
  const named = (verdict: Verdict) => {
    const names = goals.filter((goal) => goal.verdict === verdict).map(({ name }) => name)
    return names.length === 0 ? 'none' : names.join('; ')
  }
  if (goals.length > 0) {
    const met = goals.filter(({ verdict }) => verdict === 'met').length
    lines.push(
      `Goals: ${met} of ${goals.length} met. Missed: ${named('missed')}. Undecided: ${named('undecided')}.`,
    )
  }
  if (noisy.length > 0) lines.push(`Too noisy to be judged: ${noisy.join('; ')}.`)
  if (unfinished.length > 0) lines.push(`Unfinished: ${unfinished.join('; ')}.`)
  return lines.join('\n\n')
}

export function count(number: number): string {
  return Math.round(number).toLocaleString('en-US')
}

/** The bounds of an interval; empty when there are too few values for one. */
export function bounds({ low, high }: Interval, digits: number): string {
  const text = (value: number) => (Number.isFinite(value) ? value.toFixed(digits) : '?')
  return Number.isFinite(low) || Number.isFinite(high) ? `${text(low)}–${text(high)}` : ''
}

export function goalText(goal: Goal): string {
  return 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`
}

/** Figures with goals, one row each. */
export function judgedTable(head: string, judged: Judged[], digits: number): string[] {
  return table(
    [head, 'measured', '95 %', 'goal', ''],
    judged.map((one) => [
      one.name,
      one.interval.estimate.toFixed(digits),
      bounds(one.interval, digits),
      goalText(one.goal),
      judge(one).verdict,
    ]),
  )
}

/** A Markdown table for the docs, aligned for reading in a terminal. */
export function table(head: string[], rows: string[][]): string[] {
  const widths = head.map((title, i) => Math.max(3, title.length, ...rows.map((row) => row[i]!.length)))
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)]
}
