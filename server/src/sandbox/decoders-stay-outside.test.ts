// What a lint rule forbids file by file, over the whole server: from `main.ts` no decoder is loaded, by whatever way.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'

const source = join(import.meta.dirname, '..')
const decoders =
  /^(sharp|satori|@hyzyla\/pdfium|@myriaddreamin\/.*|draco3dgltf|meshoptimizer.*|@gltf-transform\/.*)$/
/** Who may start programs that are not confined: the sandbox itself, the database and the build of the web app. */
const starters = /^(sandbox\/(sandbox|probe)\.ts|database\/.*|surfaces\/web\/build\.ts)$/

/** What each module loads when it runs: types are not loaded. */
function imports(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  const found = text.matchAll(
    /^(?:import|export)\s(?!type\s)(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm,
  )
  return [...found].map(([, still, late]) => (still ?? late)!)
}

/** Every module of ours that can be loaded from this one, with what it loads. */
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

const server = reachable(join(source, 'main.ts'))
const loading = (pattern: RegExp) =>
  [...server]
    .filter(([, loaded]) => loaded.some((name) => pattern.test(name)))
    .map(([path]) => relative(source, path))

test('the search finds the server: its operations, its pipeline, what it loads late', () => {
  const paths = [...server.keys()].map((path) => relative(source, path))
  for (const path of [
    'operations/index.ts',
    'media/video/video.ts',
    'media/children/run-decoder.ts',
    'generation/local/draft-model.ts',
  ])
    assert.ok(paths.includes(path), path)
})

test('no decoder is loaded into the process of the server', () => {
  assert.deepEqual(loading(decoders), [])
})

test('programs are started by the sandbox, and by few others', () => {
  assert.deepEqual(
    loading(/^(node:)?child_process$/).filter((path) => !starters.test(path)),
    [],
  )
})

test('the search finds decoders where they are', () => {
  const child = reachable(join(source, 'media/children/decoder-child.ts'))
  const loaded = [...child.values()].flat().filter((name) => decoders.test(name))
  assert.ok(
    ['sharp', '@hyzyla/pdfium', 'draco3dgltf'].every((name) => loaded.includes(name)),
    String(loaded),
  )
})
