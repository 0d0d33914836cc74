import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { findPostgresBinaries, preparePackage } from './postgres-binaries.ts'

/** A package in the state in which npm leaves it when its install script does not run. */
function unpackedPackage(t: TestContext): { native: string; links: string } {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-package-'))
  const native = join(folder, 'native')
  t.after(() => {
    chmodSync(join(native, 'lib'), 0o755)
    rmSync(folder, { recursive: true, force: true })
  })
  chmodSync(folder, 0o755)
  for (const name of ['bin', 'lib']) mkdirSync(join(native, name), { recursive: true })
  for (const program of ['initdb', 'postgres'])
    writeFileSync(join(native, 'bin', program), '', { mode: 0o644 })
  writeFileSync(join(native, 'lib', 'libpq.so.5.18'), 'library')
  const links = ['libpq.so', 'libpq.so.5'].map((name) => ({
    source: 'native/lib/libpq.so.5.18',
    target: `native/lib/${name}`,
  }))
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links))
  return { native, links: join(folder, 'links') }
}

test('missing and broken library links are created, and programs become executable', (t) => {
  const { native, links } = unpackedPackage(t)
  symlinkSync('/long/gone', join(native, 'lib', 'libpq.so'))
  assert.deepEqual(preparePackage(native, links), { folder: join(native, 'bin'), env: {} })
  for (const name of ['libpq.so', 'libpq.so.5']) {
    assert.equal(readlinkSync(join(native, 'lib', name)), 'libpq.so.5.18')
  }
  assert.equal(statSync(join(native, 'bin', 'postgres')).mode & 0o777, 0o755)
  const before = lstatSync(join(native, 'lib', 'libpq.so')).ino
  preparePackage(native, links)
  assert.equal(lstatSync(join(native, 'lib', 'libpq.so')).ino, before)
})

test('in a package that is not writable, the links are created elsewhere', (t) => {
  const { native, links } = unpackedPackage(t)
  for (const program of ['initdb', 'postgres']) chmodSync(join(native, 'bin', program), 0o755)
  chmodSync(join(native, 'lib'), 0o555)
  mkdirSync(links)
  chmodSync(links, 0o777)
  const program = `
    const { preparePackage } = await import(${JSON.stringify(join(import.meta.dirname, 'postgres-binaries.ts'))})
    console.log(JSON.stringify(preparePackage(${JSON.stringify(native)}, ${JSON.stringify(links)})))`
  const root = process.geteuid?.() === 0
  if (root && !readable(import.meta.filename)) return t.skip('other users cannot read this checkout')
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: '/',
    ...(root ? { uid: 65534, gid: 65534 } : {}),
  })
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
  assert.deepEqual(JSON.parse(String(output)).env, { [variable]: links })
  assert.equal(readFileSync(join(links, 'libpq.so.5'), 'utf8'), 'library')
})

function readable(file: string): boolean {
  try {
    execFileSync('cat', [file], { cwd: '/', uid: 65534, gid: 65534, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test('PG_BIN without the programs is refused', () => {
  assert.throws(() => findPostgresBinaries('/nowhere', '/nowhere'), {
    name: 'StartupError',
    message: /^PG_BIN is \/nowhere, which does not contain/,
  })
})
