// `npm run check`: all checks that a change must pass. It modifies no files.
// `npm run check -- --no-tests` skips the tests.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runScript, tools } from './lib/repository.ts'

const steps: Record<string, () => number | Promise<number>> = {
  'format and lint': () => runScript(tools.biome, 'check', '.'),
  'import table': checkImports,
  language: checkLanguage,
  'waits of tests': checkWaits,
  types: () => runScript(tools.tsc, '-p', 'tsconfig.json'),
  'web app types': () => runScript(tools.tsc, '-p', 'web/tsconfig.json'),
  tests: () => runScript('scripts/run.mjs', 'scripts/test.ts'),
  'generated files': compareGenerated,
}
if (process.argv.includes('--no-tests')) delete steps.tests

process.exitCode = await main()

async function main(): Promise<number> {
  for (const [name, step] of Object.entries(steps)) {
    console.log(`check: ${name} …`)
    const status = await step()
    if (status !== 0) {
      console.error(`check: ${name} failed`)
      return status
    }
  }
  console.log(`check: passed (${Object.keys(steps).join(', ')})`)
  return 0
}

async function checkImports(): Promise<number> {
  const { circleProblems, cliTable, importProblems, serverTable, webTable, withoutTable } = await import(
    './lib/import-table.ts'
  )
  const problems = [
    ...[serverTable, webTable, cliTable].flatMap((table) => importProblems(root, table)),
    ...withoutTable.flatMap((folder) => circleProblems(root, folder)),
  ]
  for (const problem of problems) console.error(problem)
  return problems.length === 0 ? 0 : 1
}

async function checkLanguage(): Promise<number> {
  const { languageProblems } = await import('./lib/language.ts')
  const problems = languageProblems(root)
  for (const problem of problems) console.error(problem)
  return problems.length === 0 ? 0 : 1
}

async function checkWaits(): Promise<number> {
  const { waitProblems } = await import('./lib/test-waits.ts')
  const problems = waitProblems(root)
  for (const problem of problems) console.error(problem)
  return problems.length === 0 ? 0 : 1
}

async function compareGenerated(): Promise<number> {
  // Imported here, so that code that cannot be loaded fails in this step.
  const { generatedFiles } = await import('./lib/generated-files.ts')
  const stale = [...generatedFiles()].filter(([path, content]) => read(join(root, path)) !== content)
  for (const [path] of stale) console.error(`${path} is stale: run \`npm run generate\``)
  return stale.length === 0 ? 0 : 1
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
