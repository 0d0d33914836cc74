// Prints the results of test files: every test, then what failed, which tests were skipped and why, and the slowest files.
import type { FinishedFile, PoolResult } from './test-pool.ts'
import type { TestEvent } from './test-process.ts'

const slowestShown = 10

export type TestReport = ReturnType<typeof createTestReport>

export function createTestReport(print: (line: string) => void = console.log) {
  /** The names of the tests that have started, by nesting; undefined once printed. */
  const started: (string | undefined)[] = []
  const failures: string[] = []
  let lastFile: string | undefined

  function writeResult({ type, data }: TestEvent, file: string): void {
    const { name, nesting, details, skip } = data
    for (let level = 0; level < nesting; level++) {
      if (started[level] !== undefined) print(`${indent(level)}▶ ${started[level]}`)
      started[level] = undefined
    }
    started.length = nesting
    const mark = type === 'test:fail' ? '✖' : skip ? '﹣' : '✔'
    const reason = skip ? ` # ${typeof skip === 'string' ? skip : 'skipped'}` : ''
    const time = details?.duration_ms === undefined ? '' : ` (${duration(details.duration_ms)})`
    print(`${indent(nesting)}${mark} ${name}${time}${reason}`)
    if (type !== 'test:fail') return
    const error = String(details?.error ?? '').replaceAll('\n', '\n    ')
    print(`    ${error}`)
    // A test fails when a step of it fails, without a reason of its own.
    if (!error.includes('subtest failed') && !error.includes('subtests failed'))
      failures.push(`✖ ${file}: ${name}\n    ${error}`)
  }

  return {
    write(file: string, events: readonly TestEvent[]): void {
      if (events.length > 0 && file !== lastFile) print(`\n${file}`)
      if (events.length > 0) lastFile = file
      for (const event of events) {
        const { type, data } = event
        if (type === 'test:start') started[data.nesting] = data.name
        else if (type === 'test:diagnostic') print(`ℹ ${data.message}`)
        else if (type === 'output') print(data.message.trimEnd())
        else writeResult(event, file)
      }
    },
    summarize({ files, milliseconds, cpuSeconds }: PoolResult): void {
      const sum = (field: 'passed' | 'failed' | 'skipped') => files.reduce((all, one) => all + one[field], 0)
      if (failures.length > 0) print(`\nFailed tests:\n\n${failures.join('\n\n')}`)
      const slowest = files.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, slowestShown)
      if (files.length > 1) print('\nSlowest files:')
      for (const one of files.length > 1 ? slowest : []) {
        print(`${duration(one.milliseconds).padStart(9)}  ${one.file}`)
      }
      const skipped = skippedByReason(files)
      if (skipped.size > 0) print('\nSkipped tests:')
      for (const [reason, count] of skipped) print(`${String(count).padStart(9)}  ${reason}`)
      const cpu = cpuSeconds === undefined ? '' : `, ${cpuSeconds.toFixed(1)} s of CPU`
      print(
        `\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped ` +
          `in ${files.length} files (${duration(milliseconds)}${cpu})`,
      )
    },
  }
}

function skippedByReason(files: readonly FinishedFile[]): Map<string, number> {
  const reasons = new Map<string, number>()
  for (const reason of files.flatMap((one) => one.skipReasons)) {
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  return reasons
}

const indent = (nesting: number) => '  '.repeat(nesting)

function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds.toFixed()} ms`
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`
  return `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1000)} s`
}
