import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import {
  cliTable,
  type ImportTable,
  importProblems,
  serverTable,
  webTable,
} from '../../../../scripts/lib/import-table.ts'

const repository = join(import.meta.dirname, '../../../..')
const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** The problems of a tree of these files. */
function problemsOf(files: Record<string, string>, table: ImportTable = serverTable): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-imports-'))
  folders.push(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, table.root, path)), { recursive: true })
    writeFileSync(join(folder, table.root, path), text)
  }
  return importProblems(folder, table)
}

test('this repository follows its import tables', () => {
  assert.deepEqual(importProblems(repository, serverTable), [])
  assert.deepEqual(importProblems(repository, webTable), [])
  assert.deepEqual(importProblems(repository, cliTable), [])
})

test('an import from a folder above: the error names the rows that the folder may import', () => {
  assert.deepEqual(
    problemsOf({ 'events/outbox.ts': '', 'records/x.ts': "import { emit } from '../events/outbox.ts'" }),
    ['server/src/records/x.ts may not import events/outbox.ts: records may import core'],
  )
})

test('type-only, lazy and side-effect imports count', () => {
  for (const line of [
    "import type { Sql } from '../core/sql.ts'",
    "export { sql } from '../core/sql.ts'",
    "const { sql } = await import('../core/sql.ts')",
    "import '../core/sql.ts'",
  ]) {
    const wrong = problemsOf({
      'core/sql.ts': '',
      'database/x.ts': '',
      'core/x.ts': line.replace('core/sql', 'database/x'),
    })
    assert.equal(wrong.length, 1, line)
    assert.deepEqual(problemsOf({ 'core/sql.ts': '', 'database/x.ts': line }), [])
  }
})

test('tests and fixtures may import everything', () => {
  const line = "import { x } from '../database/x.ts'"
  assert.deepEqual(
    problemsOf({ 'database/x.ts': '', 'core/x.test.ts': line, 'core/fixtures/y.ts': line }),
    [],
  )
})

test('files that import each other are named as a circle', () => {
  const circle = {
    'core/a.ts': "import type { B } from './b.ts'",
    'core/b.ts': "import { c } from './c.ts'",
    'core/c.ts': "import { a } from './a.ts'",
    'core/d.ts': "import { a } from './a.ts'",
  }
  assert.deepEqual(problemsOf(circle), [
    'server/src/core/a.ts is in an import circle: core/a.ts → core/b.ts → core/c.ts',
  ])
})

test('an operation imports helpers of another resource, but no operation', () => {
  const helper = { 'operations/files/selection.ts': 'export const x = 1' }
  const operation = { 'operations/files/get-file.ts': 'export const getFile = defineOperation({})' }
  const importing = (name: string) => ({
    'operations/versions/x.ts': `import { x } from '../files/${name}.ts'`,
  })
  assert.deepEqual(problemsOf({ ...helper, ...importing('selection') }), [])
  assert.equal(problemsOf({ ...operation, ...importing('get-file') }).length, 1)
})

test('a file outside of all rows is a problem', () => {
  assert.deepEqual(problemsOf({ 'extra/x.ts': "import { x } from '../core/x.ts'" }), [
    'server/src/extra/x.ts belongs to no row of the import table',
  ])
})

test('a surface imports what surfaces share, but no other surface', () => {
  const surfaces = {
    'surfaces/admission.ts': '',
    'surfaces/mcp/route.ts': "import { admit } from '../admission.ts'",
    'surfaces/server.ts': "import { route } from './mcp/route.ts'",
  }
  assert.deepEqual(problemsOf(surfaces), [])
  const wrong = { ...surfaces, 'surfaces/http/app.ts': "import { route } from '../mcp/route.ts'" }
  assert.equal(problemsOf(wrong).length, 1)
})

test('in the web app, ui imports nothing, data no feature, and a feature nothing of app', () => {
  const web = (path: string, line: string) =>
    problemsOf({ 'app/x.ts': '', 'files/x.ts': '', 'data/x.ts': '', 'ui/x.ts': '', [path]: line }, webTable)
      .length
  assert.equal(web('ui/y.ts', "import { x } from '../data/x.ts'"), 1)
  assert.equal(web('data/y.ts', "import { x } from '../files/x.ts'"), 1)
  assert.equal(web('room/viewers/y.tsx', "import { x } from '../../app/x.ts'"), 1)
  assert.equal(web('room/viewers/y.tsx', "import { x } from '../../files/x.ts'"), 0)
  assert.equal(web('app/y.ts', "import { x } from '../files/x.ts'"), 0)
})

test('the CLI imports of the server only exports of checks, and the type of the local checker', () => {
  const cli = (path: string, line: string) => problemsOf({ [path]: line }, cliTable).length
  const exporting = "import { x } from '../../../server/src/media/checks/export/x.ts'"
  assert.equal(cli('commands/check.ts', exporting), 0)
  assert.equal(cli('kit/y.ts', exporting), 1)
  assert.equal(cli('commands/check.ts', "import { x } from '../../../server/src/media/checks/judge.ts'"), 1)
  assert.equal(cli('run.ts', "import { x } from '../../server/src/check-files.ts'"), 1)
  assert.equal(cli('server-modules.ts', "type X = typeof import('../../server/src/check-files.ts')"), 0)
})
