import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** The bundles of this run (`scripts/lib/test-programs.ts`); undefined when programs run from their sources. */
const list = process.env.TEST_PROGRAMS
const entries: Record<string, string> = list ? readEntries(list) : {}

/** The file to run for a program of the repository that a test starts: its bundle, or the source where there is none. */
export function runnableProgram(source: string): string {
  return entries[relative(root, source)] ?? source
}

function readEntries(path: string): Record<string, string> {
  const { folder, entries } = JSON.parse(readFileSync(path, 'utf8'))
  return Object.fromEntries(
    Object.entries<string>(entries).map(([source, file]) => [source, join(dirname(path), folder, file)]),
  )
}
