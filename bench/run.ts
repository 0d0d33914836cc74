// `npm run bench`: measures the server, suite by suite. Options are listed below and explained in docs/performance.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openBench } from './bench.ts'
import { operationsNamed } from './hot-operations.ts'
import { type SuiteName, sectionsOf, suiteNames, withSection } from './page.ts'
import { machine, type SuiteReport, summary } from './report.ts'
import { SkippedSuite, suites } from './suites.ts'

const usage = `npm run bench -- [all | <suite> …] [<operation> …] [options]

  suites       ${suiteNames.join(', ')}; all is every suite except soak
  operations   parts of the names of operations to measure
  --quick      takes seconds; the figures are rough
  --rows <n>   files, comments, notifications and events in the growth suite (1000000)
  --minutes <n>  length of the soak (60)
  --write <file>   writes the reports into their sections of this page
  --json <file>    stores the figures
  --profile <folder>   writes a CPU profile of the server
  --goals      fails when a goal is missed`

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    goals: { type: 'boolean', default: false },
    rows: { type: 'string' },
    minutes: { type: 'string', default: '60' },
    write: { type: 'string' },
    json: { type: 'string' },
    profile: { type: 'string' },
    help: { type: 'boolean' },
  },
})

const named = suiteNames.filter((name) => positionals.includes(name))
const words = positionals.filter((word) => word !== 'all' && !named.some((name) => name === word))
/** The soak takes an hour and is run on its own. */
const all = suiteNames.filter((name) => name !== 'soak')

const unknown = words.filter((word) => operationsNamed([word]).length === 0)

if (options.help) console.log(usage)
else if (unknown.length > 0) fail(`no suite or operation matches ${unknown.join(', ')}; see --help`)
else process.exitCode = await main(chooseSuites())

function fail(message: string): void {
  console.error(`bench: ${message}`)
  process.exitCode = 2
}

function chooseSuites(): SuiteName[] {
  if (positionals.includes('all')) return all
  if (named.length > 0) return named
  return words.length > 0 ? ['operations'] : all
}

async function main(chosen: SuiteName[]): Promise<number> {
  checkPage(chosen)
  const opened = await openBench({
    quick: options.quick,
    words,
    rows: Number(options.rows ?? (options.quick ? 100_000 : 1_000_000)),
    minutes: Number(options.minutes),
    profile: options.profile,
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => opened.close().finally(() => process.exit(130)))
  const results: Record<string, Result> = {}
  try {
    const about = await machine(opened.server)
    console.log(about)
    for (const name of chosen) {
      const began = performance.now()
      opened.bench.note(name)
      const result = await opened.run(suites[name]).catch(failure)
      results[name] = result
      const minutes = (performance.now() - began) / 60_000
      const text = sectionText(name, result, about)
      console.log(`\n## ${name} (${minutes.toFixed(1)} min)\n\n${text}`)
      if (options.write)
        writeFileSync(options.write, withSection(readFileSync(options.write, 'utf8'), name, text))
    }
    if (options.json) writeFileSync(options.json, JSON.stringify({ machine: about, ...results }, null, 2))
  } finally {
    await opened.close()
  }
  return exitCode(Object.values(results))
}

/** Finds mistakes before an hour of measuring. */
function checkPage(chosen: SuiteName[]): void {
  if (options.write === undefined) return
  if (words.length > 0) throw new Error('--write replaces whole sections: leave out the names of operations')
  const sections = sectionsOf(readFileSync(options.write, 'utf8'))
  const missing = chosen.filter((name) => !sections.includes(name))
  if (missing.length > 0) throw new Error(`${options.write} has no sections for ${missing.join(', ')}`)
}

type Result = SuiteReport | { failure: string }

/** The other suites still run when one fails. */
function failure(error: unknown): Result {
  if (error instanceof SkippedSuite) return { failure: `Skipped: ${error.message}.` }
  console.error(error)
  return { failure: `Unfinished: ${(error as Error).message.split('\n')[0]}` }
}

function sectionText(name: string, result: Result, about: string): string {
  const used = {
    growth: options.rows === undefined ? [] : ['--rows', options.rows],
    soak: ['--minutes', options.minutes],
  }[name as string]
  const command = [name, ...words, ...(used ?? []), ...(options.quick ? ['--quick'] : [])].join(' ')
  const day = new Date().toISOString().slice(0, 10)
  const head = `Measured on ${day} by \`npm run bench -- ${command}\`. ${about}.`
  if ('failure' in result) return `${head}\n\n${result.failure}`
  return [head, summary(result), result.text].filter((part) => part !== '').join('\n\n')
}

function exitCode(results: Result[]): number {
  const failed = (result: Result) =>
    'failure' in result ? !result.failure.startsWith('Skipped') : (result.unfinished ?? []).length > 0
  const missed = (result: Result) =>
    'goals' in result && result.goals.some(({ verdict }) => verdict === 'missed')
  return results.some(failed) || (options.goals && results.some(missed)) ? 1 : 0
}
