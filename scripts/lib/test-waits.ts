// Refuses waits of a test's own, whose time limits are too short on a busy machine, and a change of a window that waits for nothing.
// `npm run check` runs it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceFiles } from './repository.ts'

const helper = 'server/test/helpers/until.ts'
const windows = 'web/test/start-app.ts'
const tests = /^(?:server|sdk|cli)\/(?:test\/|.*\/fixtures\/|.*\.test\.ts$)|^web\/test\//
const names = 'until|waitFor|eventually'
const wait = new RegExp(`\\bfunction (${names})\\b|\\b(?:const|let) (${names}) = (?:async )?\\(`)

/** Problems in all tests and their helpers, as `path:line: problem`. */
export function waitProblems(repository: string): string[] {
  return sourceFiles(repository)
    .filter((path) => path.endsWith('.ts') && tests.test(path) && path !== helper && path !== windows)
    .flatMap((path) => waitProblemsOf(path, readFileSync(join(repository, path), 'utf8')))
}

/** Problems in the text of one file. */
export function waitProblemsOf(path: string, text: string): string[] {
  return text.split('\n').flatMap((line, i) => {
    const [, declared, assigned] = wait.exec(line) ?? []
    const name = declared ?? assigned
    if (name) return [`${path}:${i + 1}: instead of an own \`${name}\` use \`until\` of ${helper}`]
    if (path.startsWith('web/') && /\.setViewportSize\(/.test(line))
      return [`${path}:${i + 1}: use \`setSize\` of ${windows}`]
    return []
  })
}
