// Formats the figures as tables and lists missed goals.
import { arch, availableParallelism, loadavg, platform, totalmem } from 'node:os'
import type { HotOperation, Kind } from './hot-operations.ts'
import type { Comparison, Pace, Side } from './measure.ts'
import type { Usage } from './processes.ts'
import { asAdmin } from './world.ts'

export const goals: Record<Kind | 'growth', number> = { ping: 0.75, read: 0.75, write: 0.7, growth: 0.85 }

export type Figures = {
  pace: Pace
  operations: { operation: HotOperation; comparison: Comparison }[]
  /** First: many rows. Second: few. */
  growth: { operation: HotOperation; comparison: Comparison }[]
  rows: { few: number; many: number }
  memory: { server: Usage; floor: Usage }
}

/** The machine of the measurement, with a warning when it is busy with other work. */
export async function machine(server: string): Promise<string> {
  const postgres = await asAdmin(server, (client) => client.query('show server_version'))
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return (
    `${platform()} ${arch()}, ${availableParallelism()} cores, ${gigabytes} GB; Node ${process.versions.node}, ` +
    `Postgres ${postgres.rows[0].server_version}; load of the machine before the run: ${loadavg()[0]!.toFixed(1)}`
  )
}

/** The missed goals, one line each. */
export function missedGoals(figures: Figures): string[] {
  const line = (name: string, ratio: number, goal: number) =>
    ratio < goal ? [`${name}: ${ratio.toFixed(2)}, the goal is ${goal.toFixed(2)}`] : []
  return [
    ...figures.operations.flatMap(({ operation, comparison }) =>
      line(operation.name, comparison.ratio, goals[operation.kind]),
    ),
    ...figures.growth.flatMap(({ operation, comparison }) =>
      line(`${operation.name}, growth`, comparison.ratio, goals.growth),
    ),
  ]
}

export function report(figures: Figures): string {
  const { pace, memory, rows } = figures
  const lines = [
    `Server, Postgres and load generator share these cores. ${pace.connections} connections, one request at a time ` +
      `each; ${pace.pairs} pairs of rounds of ${pace.roundSeconds} s; Postgres with fsync.`,
    '',
    ...comparisons(figures),
    '',
    `Memory after the load (RSS): server ${memory.server.rssMegabytes.toFixed(0)} MB, floor ${memory.floor.rssMegabytes.toFixed(0)} MB.`,
  ]
  if (figures.growth.length > 0) {
    lines.push('', `Growth: server with ${count(rows.many)} rows against server with ${count(rows.few)}.`, '')
    lines.push(...growth(figures))
  }
  return lines.join('\n')
}

function comparisons({ operations }: Figures): string[] {
  return table(
    [
      'operation',
      'ratio',
      'min–max',
      'goal',
      '',
      'server/s',
      'floor/s',
      'server p50/p99 ms',
      'floor p50/p99 ms',
      'server CPU µs',
      'floor CPU µs',
    ],
    operations.map(({ operation, comparison }) => [
      operation.name,
      ...verdict(comparison, goals[operation.kind]),
      rate(comparison.first),
      rate(comparison.second),
      latency(comparison.first),
      latency(comparison.second),
      comparison.first.cpuMicros.toFixed(1),
      comparison.second.cpuMicros.toFixed(1),
    ]),
  )
}

function growth({ growth: grown, rows }: Figures): string[] {
  return table(
    [
      'operation',
      'ratio',
      'min–max',
      'goal',
      '',
      `${count(rows.many)}/s`,
      `${count(rows.few)}/s`,
      'p50/p99 ms',
      'rows',
    ],
    grown.map(({ operation, comparison }) => [
      operation.name,
      ...verdict(comparison, goals.growth),
      rate(comparison.first),
      rate(comparison.second),
      latency(comparison.first),
      operation.rows ?? '',
    ]),
  )
}

function verdict({ ratio, least, greatest }: Comparison, goal: number): string[] {
  const range = `${least.toFixed(2)}–${greatest.toFixed(2)}`
  return [ratio.toFixed(2), range, goal.toFixed(2), ratio < goal ? 'MISSED' : 'ok']
}

function rate(side: Side): string {
  return count(Math.round(side.requestsPerSecond))
}

function latency({ p50, p99 }: Side): string {
  return `${p50.toFixed(2)} / ${p99.toFixed(2)}`
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}

/** A Markdown table for the docs, aligned for reading in a terminal. */
export function table(head: string[], rows: string[][]): string[] {
  const widths = head.map((title, i) => Math.max(3, title.length, ...rows.map((row) => row[i]!.length)))
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)]
}
