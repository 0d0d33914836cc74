// The compatibility suite knows the server only by its commands and responses, like a client that was written
// elsewhere.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Matches static and dynamic imports, exports from other modules, and require. */
function importsOf(source: string): string[] {
  const found = source.matchAll(/\b(?:from\s+|import\s*\(?\s*|require\s*\(\s*)(['"`])(.+?)\1/g)
  return [...found].map(([, , specifier]) => specifier!)
}

function staysOutside(path: string, specifier: string): boolean {
  if (specifier.startsWith('node:')) return true
  return specifier.startsWith('.') && !relative(folder, join(dirname(path), specifier)).startsWith('..')
}

test('the compatibility suite imports Node and itself, and nothing else', () => {
  const paths = globSync('**/*.ts', { cwd: folder })
    .map((path) => join(folder, path))
    // The sources in the last test of this file are strings.
    .filter((path) => path !== import.meta.filename)
  assert.ok(paths.length > 15)
  const wrong = paths.flatMap((path) =>
    importsOf(readFileSync(path, 'utf8'))
      .filter((specifier) => !staysOutside(path, specifier))
      .map((specifier) => `${relative(folder, path)} imports ${specifier}`),
  )
  assert.deepEqual(wrong, [])
})

test('tests are declared with `suite.ts`: Node would run them, and stop the server, before all files are loaded', () => {
  const paths = globSync('{reference,existing-clients}/*.ts', { cwd: folder })
  assert.ok(paths.length > 15)
  const wrong = paths.filter((path) => {
    const imports = importsOf(readFileSync(join(folder, path), 'utf8'))
    return !imports.includes('../suite.ts') || imports.includes('node:test')
  })
  assert.deepEqual(wrong, [])
})

test('an import of the server, the SDK or a package is found', () => {
  const path = join(folder, 'reference', 'a.ts')
  const source = [
    "import { a } from '../../world.ts'",
    "import '../../../src/main.ts'",
    "await import('@dailies/sdk')",
    "export { z } from 'zod'",
    "import { call } from '../client.ts'",
    "import { test } from 'node:test'",
    "Buffer.from('bytes')",
  ].join('\n')
  assert.deepEqual(
    importsOf(source).filter((specifier) => !staysOutside(path, specifier)),
    ['../../world.ts', '../../../src/main.ts', '@dailies/sdk', 'zod'],
  )
})
