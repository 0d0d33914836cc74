import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { root } from './repository.ts'
import { waitProblems, waitProblemsOf } from './test-waits.ts'

const path = 'server/src/core/sample.test.ts'

test('tests of this repository wait with the helper', () => {
  assert.deepEqual(waitProblems(root), [])
})

test('a declared wait is reported with its line and the helper to use', () => {
  assert.deepEqual(waitProblemsOf(path, '\nasync function waitFor(isSo: () => boolean) {\n'), [
    `${path}:2: instead of an own \`waitFor\` use \`until\` of server/test/helpers/until.ts`,
  ])
  for (const line of [
    'export async function until<T>(look: () => T) {',
    '  function eventually(holds: () => boolean) {',
    'const until = async (state) => {',
  ])
    assert.equal(waitProblemsOf(path, line).length, 1, line)
})

test('a test of the web app that changes its window waits until the page is rendered', () => {
  const line = '  await page.setViewportSize(sizes.phone)'
  assert.equal(waitProblemsOf('web/test/page.test.ts', line).length, 1)
  assert.deepEqual(waitProblemsOf('server/test/suites/docs/doc-pages.test.ts', line), [])
})

test('calls, imports, methods and other names are accepted', () => {
  for (const line of [
    "import { until } from '../../test/helpers/until.ts'",
    'await until(() => isReady)',
    'await page.getByText("Ready").waitFor()',
    '    until(condition: () => boolean): Promise<void> {',
    'function untilWritten() {',
    'for (const until = performance.now() + 1_500; ; ) {',
  ])
    assert.deepEqual(waitProblemsOf(path, line), [], line)
})

test('only tests and their helpers are checked', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-waits-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  execFileSync('git', ['init', '-q', folder])
  const reported = [
    'cli/test/run.ts',
    'sdk/test/events.test.ts',
    'server/src/core/fixtures/sample-world.ts',
    path,
    'server/test/worlds/world.ts',
    'web/test/page.test.ts',
  ]
  for (const each of [...reported, 'server/test/helpers/until.ts', 'sdk/src/files.ts']) {
    mkdirSync(join(folder, dirname(each)), { recursive: true })
    writeFileSync(join(folder, each), 'function until() {}\n')
  }
  assert.deepEqual(
    waitProblems(folder).map((problem) => problem.split(':')[0]),
    reported,
  )
})
