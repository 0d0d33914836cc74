import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { buildBundlesWhenStale } from './build-bundles.ts'
import { areCurrent, dist, hashFiles, readBundles, root, runnable } from './bundles.ts'

await buildBundlesWhenStale()
const bundles = readBundles()!

test('every module that calls answerParent runs from a bundle', () => {
  const children = globSync('server/src/**/*.ts', { cwd: root }).filter((path) =>
    /^answerParent\(/m.test(readFileSync(join(root, path), 'utf8')),
  )
  assert.ok(children.length >= 7, String(children))
  for (const path of [...children, 'server/src/sandbox/attempts.ts'])
    assert.match(
      relative(dist, runnable(pathToFileURL(join(root, path)))),
      /^children-[\d-]+\/[\w-]+\.cjs$/,
      path,
    )
})

test('a module without a bundle runs from its source', () => {
  const module = new URL('../../test/stand-ins/hijacked-child.ts', import.meta.url)
  assert.equal(pathToFileURL(runnable(module)).href, module.href)
})

test('bundles count only for the sources and packages that they were built from', () => {
  assert.ok(areCurrent(bundles))
  for (const path of ['server/src/media/image/icc-profile.ts', 'node_modules/sharp/package.json'])
    assert.ok(bundles.sources.includes(path), path)
  const changed = { ...bundles, hash: hashFiles(bundles.sources.slice(1))! }
  assert.equal(areCurrent(changed), false)
  assert.equal(areCurrent({ ...bundles, sources: [...bundles.sources, 'server/src/removed.ts'] }), false)
  assert.equal(areCurrent(undefined), false)
})

test('bundles contain no code of the server process', () => {
  const outside = bundles.sources.filter((path) => /sandbox\/(sandbox|node-child)\.ts$/.test(path))
  assert.deepEqual(outside, [])
})
