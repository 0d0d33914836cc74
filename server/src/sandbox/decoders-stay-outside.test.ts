// Checks the whole server for what a lint rule checks per file: no decoder is loaded from an entry point, directly
// or indirectly.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'

const source = join(import.meta.dirname, '..')
const decoders =
  /^(sharp|satori|@hyzyla\/pdfium|@myriaddreamin\/.*|draco3dgltf|meshoptimizer.*|@gltf-transform\/.*)$/
/**
 * Modules that may start unconfined programs: the sandbox itself, the database, the download of packages and the builds.
 */
const starters =
  /^(sandbox\/(sandbox|probe|build-bundles)\.ts|database\/.*|generation\/on-demand\.ts|surfaces\/web\/build\.ts)$/

/** The modules that a module loads at run time: type imports are not loaded. */
function imports(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  const found = text.matchAll(
    /^(?:import|export)\s(?!type\s)(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm,
  )
  return [...found].map(([, still, late]) => (still ?? late)!)
}

/** Every module of the server that can be loaded from this one, with its imports. */
function reachable(from: string): Map<string, string[]> {
  const modules = new Map<string, string[]>()
  const waiting = [from]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (modules.has(path)) continue
    const loaded = imports(path)
    modules.set(path, loaded)
    for (const name of loaded) if (name.startsWith('.')) waiting.push(join(dirname(path), name))
  }
  return modules
}

const server = new Map([
  ...reachable(join(source, 'main.ts')),
  // `dailies check` on a local file.
  ...reachable(join(source, 'check-files.ts')),
])
const loading = (pattern: RegExp) =>
  [...server]
    .filter(([, loaded]) => loaded.some((name) => pattern.test(name)))
    .map(([path]) => relative(source, path))

test('the search covers the server: operations, pipeline and lazy imports', () => {
  const paths = [...server.keys()].map((path) => relative(source, path))
  for (const path of [
    'operations/index.ts',
    'media/video/video.ts',
    'media/children/run-decoder.ts',
    'generation/local/draft-model.ts',
  ])
    assert.ok(paths.includes(path), path)
})

test('no decoder is loaded into the server process', () => {
  assert.deepEqual(loading(decoders), [])
})

test('only the sandbox and a few other modules start programs', () => {
  assert.deepEqual(
    loading(/^(node:)?child_process$/).filter((path) => !starters.test(path)),
    [],
  )
})

test('the search finds decoders in the modules that use them', () => {
  const child = reachable(join(source, 'media/children/decoder-child.ts'))
  const loaded = [...child.values()].flat().filter((name) => decoders.test(name))
  assert.ok(
    ['sharp', '@hyzyla/pdfium', 'draco3dgltf'].every((name) => loaded.includes(name)),
    String(loaded),
  )
})
