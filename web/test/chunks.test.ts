// The files of the build: the share page loads nothing of the app, and the app nothing of the share page, whatever a person
// opens.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildWhenStale } from '../../server/src/surfaces/web/build.ts'
import { dist } from '../../server/src/surfaces/web/sources.ts'

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] }

await buildWhenStale()
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

/** The names of the files that a document loads, now or later. */
function loadedBy(document: string): Set<string> {
  const html = readFileSync(join(dist, document), 'utf8')
  const scripts = new Set([...html.matchAll(/src="\/(assets\/[^"]+)"/g)].map(([, file]) => file!))
  const reached = new Set(Object.keys(manifest).filter((key) => scripts.has(manifest[key]!.file)))
  for (const key of reached) {
    const { imports = [], dynamicImports = [] } = manifest[key]!
    for (const next of [...imports, ...dynamicImports]) reached.add(next)
  }
  return new Set([...reached].map((key) => manifest[key]!.file.replace(/^assets\/(.*)-[\w-]{8}\.js$/, '$1')))
}

test('the share page loads neither the app nor its pages, now or later', () => {
  const loaded = loadedBy('share.html')
  for (const part of ['core', 'share', 'parts', 'file-page', 'comments-drawer', 'video-viewer'])
    assert.ok(loaded.has(part), `${part} is missing: ${[...loaded]}`)
  for (const part of ['app', 'projects', 'room-page', 'settings-page']) assert.ok(!loaded.has(part), part)
})

test('the app never loads the share page, which would start in it', () => {
  const loaded = loadedBy('index.html')
  for (const part of ['core', 'app', 'projects', 'room-page', 'shares-page'])
    assert.ok(loaded.has(part), `${part} is missing: ${[...loaded]}`)
  for (const part of ['share', 'file-page', 'comments-drawer']) assert.ok(!loaded.has(part), part)
})
