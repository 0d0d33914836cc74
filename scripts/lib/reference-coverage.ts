// docs/reference-coverage.md: each statement of the API reference, the tests that prove it, and the result. The statements are
// in server/test/suites/compatibility/reference-statements.txt; a test names the statements it proves in a comment above it:
// `// reference: 4.1.2, 4.1.7-4.1.9`.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const coveragePath = 'docs/reference-coverage.md'
const statementsPath = 'server/test/suites/compatibility/reference-statements.txt'
const testPlaces = [
  'server/src/**/*.test.ts',
  'server/test/**/*.test.ts',
  'server/test/suites/compatibility/**/*.ts',
]

/** `context`: no proof needed. `fails`: the reason why the statement does not hold. */
export type Statement = { number: string; text: string; context: boolean; fails?: string }
export type Section = { title: string; statements: Statement[] }
/** `runs` is false for skipped tests, which prove nothing. `line` counts from 1. */
export type MarkedTest = { path: string; line: number; name: string; proves: string[]; runs: boolean }

export function coverageFile(root: string): string {
  const sections = readStatements(readFileSync(join(root, statementsPath), 'utf8'))
  return coverageTable(sections, readMarkers(root))
}

export function readStatements(text: string): Section[] {
  const sections: Section[] = []
  for (const line of text.split('\n')) {
    const title = /^## (.+)$/.exec(line)?.[1]
    if (title !== undefined) sections.push({ title, statements: [] })
    else if (line !== '' && !line.startsWith('#')) sections.at(-1)!.statements.push(readStatement(line))
  }
  return sections
}

function readStatement(line: string): Statement {
  const match = /^([\d.]+)(?: (context)| does not hold: ([^|]+))? \| (.+)$/.exec(line)
  if (!match) throw new Error(`${statementsPath}: cannot read \`${line}\``)
  const [, number, context, fails, text] = match
  return { number: number!, text: text!, context: context !== undefined, ...(fails && { fails }) }
}

export function readMarkers(root: string): MarkedTest[] {
  const paths = testPlaces.flatMap((place) => globSync(place, { cwd: root }))
  return [...new Set(paths)]
    .toSorted()
    .flatMap((path) => markersOf(path, readFileSync(join(root, path), 'utf8')))
}

/** Throws when a marker is not directly above a test: it would prove nothing. */
export function markersOf(path: string, source: string): MarkedTest[] {
  const lines = source.split('\n')
  return lines.flatMap((text, index) => {
    const numbers = /^\s*\/\/ reference: (.+)$/.exec(text)?.[1]
    if (numbers === undefined) return []
    const offset = lines.slice(index + 1).findIndex((line) => !/^\s*\/\//.test(line))
    const call = lines.slice(index + 1 + offset, index + 4 + offset).join('\n')
    const test = /^\s*(test|it)(\.skip|\.todo)?\(\s*(['"`])(.+?)\3/s.exec(call)
    if (!test) throw new Error(`${path}:${index + 1}: a \`reference:\` comment must be directly above a test`)
    const runs = test[2] === undefined && !/\b(skip|todo): /.test(call.split('\n')[0]!)
    return [{ path, line: index + 2 + offset, name: test[4]!, proves: expand(numbers), runs }]
  })
}

/** `4.1.7-4.1.9` names 4.1.7, 4.1.8 and 4.1.9. */
function expand(numbers: string): string[] {
  return numbers.split(/,\s*/).flatMap((part) => {
    const [first, last = first] = part.split('-') as [string, string?]
    const [prefix, from] = /^(.*\.)(\d+)$/.exec(first)?.slice(1) ?? []
    const to = last.startsWith(prefix ?? '') ? Number(last.slice(prefix?.length)) : Number.NaN
    if (prefix === undefined || !(Number(from) <= to))
      throw new Error(`\`${part}\` does not name a statement`)
    return Array.from({ length: to - Number(from) + 1 }, (_, i) => prefix + (Number(from) + i))
  })
}

/** Markers for statements that do not exist or need no proof. */
export function unknownMarkers(sections: Section[], markers: MarkedTest[]): string[] {
  const known = new Set(toProve(sections).map(({ number }) => number))
  return markers.flatMap(({ path, line, proves }) =>
    proves.filter((number) => !known.has(number)).map((number) => `${path}:${line} names ${number}`),
  )
}

export function unproven(sections: Section[], markers: MarkedTest[]): string[] {
  const proven = new Set(markers.filter(({ runs }) => runs).flatMap(({ proves }) => proves))
  return toProve(sections)
    .filter(({ number, fails }) => !proven.has(number) && !fails)
    .map(({ number, text }) => `${number} ${text}`)
}

function toProve(sections: Section[]): Statement[] {
  return sections.flatMap(({ statements }) => statements).filter(({ context }) => !context)
}

export function coverageTable(sections: Section[], markers: MarkedTest[]): string {
  const open = unproven(sections, markers).length
  const failing = toProve(sections).filter(({ fails }) => fails).length
  const total = toProve(sections).length
  return `# Coverage of the API reference

Made by \`npm run generate\` from the reference and the markers in the tests; \`npm run check\` fails when it is stale. "Holds"
means that the linked tests run with \`npm test\` and prove the statement. Introductions, and what the reference leaves open
("not shown"), have no verdict. How it works: [decision 63](decisions/0063-reference-coverage.md).

**${total - open - failing} of ${total} statements hold**; ${failing} do not hold; ${open} have no test.
${sections.map((section) => sectionTable(section, markers)).join('')}`
}

function sectionTable({ title, statements }: Section, markers: MarkedTest[]): string {
  const rows = statements.map((statement) => {
    const tests = markers.filter(({ runs, proves }) => runs && proves.includes(statement.number))
    return `| ${statement.number} | ${cell(statement.text)} | ${tests.map(link).join('<br>')} | ${verdict(statement, tests)} |\n`
  })
  return `\n## ${title}\n\n| | statement | test | verdict |\n|---|---|---|---|\n${rows.join('')}`
}

function verdict({ context, fails }: Statement, tests: MarkedTest[]): string {
  if (context) return '–'
  if (fails) return `does not hold: ${fails}`
  return tests.length > 0 ? 'holds' : 'no test'
}

/** Links the file without the line number, which would change with every edit above it. */
function link({ path, name }: MarkedTest): string {
  return `[${cell(name)}](../${path})`
}

/** Escapes Markdown characters outside of code spans. */
function cell(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((piece, i) => (i % 2 === 1 ? piece : piece.replace(/[<>[\]*_]/g, (sign) => `\\${sign}`)))
    .join('')
    .replaceAll('|', '\\|')
    .trim()
}
