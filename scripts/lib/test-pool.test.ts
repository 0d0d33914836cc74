import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './repository.ts'
import { runTestFiles } from './test-pool.ts'

test('a global that a file replaces or adds is not left to the next file', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-test-pool-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const write = (name: string, body: string) => {
    const path = join(folder, name)
    const head = `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\n`
    writeFileSync(path, `${head}test('it', () => {\n${body}\n})\n`)
    return path
  }
  const files = [
    write(
      'changes.mjs',
      `globalThis.fetch = () => new Promise(() => {})\nglobalThis.location = { href: '' }`,
    ),
    write('looks.mjs', `assert.match(String(fetch), /input/)\nassert.equal(typeof location, 'undefined')`),
  ]
  const { files: results } = await runTestFiles(files, {
    ...{ root, env: process.env, processes: 1, runsAlone: () => false, report() {} },
    filters: { name: [], skip: [], only: false },
  })
  assert.deepEqual(
    results.map(({ passed, failed }) => ({ passed, failed })),
    [1, 1].map((passed) => ({ passed, failed: 0 })),
  )
})
