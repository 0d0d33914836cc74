// Downloads with the real npm, from a registry of our own that is away, or serves something else than expected.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readLock } from '../../../scripts/lib/lock-file.ts'
import packages from '../../on-demand/packages.json' with { type: 'json' }
import { onDemandFiles, useOnDemandPackages } from './on-demand.ts'

const folder = mkdtempSync(join(tmpdir(), 'dailies-packages-'))
const ffmpeg = `@ffmpeg-installer/${process.platform}-${process.arch}` as keyof typeof packages
const { npm_config_registry, npm_config_cache } = process.env
after(() => {
  useOnDemandPackages(null, () => undefined)
  for (const [name, value] of Object.entries({ npm_config_registry, npm_config_cache })) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  rmSync(folder, { recursive: true, force: true })
})
process.env.npm_config_cache = join(folder, 'cache')

/** Sets the registry of npm, and returns the lines that are logged from now on. */
function useRegistry(url: string): string[] {
  process.env.npm_config_registry = url
  const lines: string[] = []
  useOnDemandPackages(join(folder, 'packages'), (line) => lines.push(line))
  return lines
}

test('packages that development installs have the version and the checksum of the lock file', () => {
  const locked = readLock().packages
  const compared = Object.entries(packages).filter(([name, { version, integrity }]) => {
    const entry = locked[`node_modules/${name}`]
    if (entry) assert.deepEqual([entry.version, entry.integrity], [version, integrity], name)
    return entry !== undefined
  })
  assert.equal(compared.length, 7)
})

test('an installed package is used without a download', async () => {
  const lines = useRegistry('http://127.0.0.1:9/')
  const files = await onDemandFiles('@embedpdf/fonts-jp')
  assert.deepEqual(
    files?.map((file) => file.slice(file.lastIndexOf('/') + 1)),
    ['NotoSansJP-Regular.otf', 'NotoSansJP-Bold.otf'],
  )
  assert.deepEqual(lines, [])
})

test('a package for an unknown system does not exist', async () => {
  assert.equal(await onDemandFiles('@ffmpeg-installer/amiga-m68k'), undefined)
})

test('without a network there is one line in the log, and no attempt for the next minute', async () => {
  const lines = useRegistry('http://127.0.0.1:9/')
  const found = await Promise.all([onDemandFiles(ffmpeg), onDemandFiles(ffmpeg)])
  found.push(await onDemandFiles(ffmpeg))
  assert.deepEqual(found, [undefined, undefined, undefined])
  assert.equal(lines.length, 1)
  assert.match(lines[0]!, /^@ffmpeg-installer\/\S+ could not be downloaded: .+ It is tried again in a minute/)
})

test('with ON_DEMAND_PACKAGES=off nothing is downloaded', async () => {
  const lines: string[] = []
  useOnDemandPackages(null, (line) => lines.push(line))
  assert.equal(await onDemandFiles(ffmpeg), undefined)
  assert.deepEqual(lines, [])
})

test('a package with another checksum is refused, and leaves nothing behind', async () => {
  const served = await serveForged(ffmpeg)
  const lines = useRegistry(served.url)
  try {
    assert.equal(await onDemandFiles(ffmpeg), undefined)
    assert.equal(served.downloads, 1)
    assert.match(lines[0]!, /does not have the expected checksum/)
    assert.deepEqual(readdirSync(join(folder, 'packages')), [])
  } finally {
    served.close()
  }
})

test('leftovers of a killed download are removed once the package is there', () => {
  const place = join(folder, 'killed')
  const name = `${ffmpeg.replace('/', '-')}-${packages[ffmpeg].version}`
  for (const path of [name, `${name}.killed`]) mkdirSync(join(place, path), { recursive: true })
  writeFileSync(join(place, `${name}.killed/part.tgz`), 'half')
  const script = fileURLToPath(new URL('../../on-demand/fetch.mjs', import.meta.url))
  execFileSync(process.execPath, [script, ffmpeg, place])
  assert.deepEqual(readdirSync(place), [name])
})

/** A registry that serves a package of this name which is not the pinned one. */
async function serveForged(name: keyof typeof packages) {
  const { version, files } = packages[name]
  const source = join(folder, 'forged/package')
  mkdirSync(source, { recursive: true })
  for (const file of files) writeFileSync(join(source, file), '#!/bin/sh\necho libx264\n')
  writeFileSync(join(source, 'package.json'), JSON.stringify({ name, version }))
  const tarball = execFileSync('tar', ['-czf', '-', '-C', join(folder, 'forged'), 'package'])
  let downloads = 0
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) {
      downloads++
      response.end(tarball)
      return
    }
    const dist = { tarball: `${url()}/forged.tgz` }
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ name, versions: { [version]: { name, version, dist } } }))
  })
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: url(),
    close: () => server.close(),
    get downloads() {
      return downloads
    },
  }
}
