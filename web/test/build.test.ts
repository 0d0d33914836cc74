// Builds a small app in a copy of the files that the build needs: when a build runs, and what a failed build leaves.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { root } from '../../server/src/surfaces/web/sources.ts'

/** A clone of the repository, with the files that the build reads. */
function clone() {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-build-'))
  after(() => rmSync(folder, { recursive: true }))
  const paths = [
    'package.json',
    'package-lock.json',
    'scripts/lib/install.mjs',
    'server/on-demand',
    'web/build.ts',
    'web/build-card.ts',
    'web/bundler.ts',
    'web/vite.config.ts',
    'web/chunks.ts',
    'web/package.json',
    'web/src/push/push-worker.ts',
    'web/src/card',
    'web/src/ui/tokens.css',
  ]
  for (const path of [...paths, 'tsconfig.json', 'sdk/src', 'server/src/surfaces/web'])
    cpSync(join(root, path), join(folder, path), { recursive: true })
  cpSync(join(root, 'server/src/core/startup-error.ts'), join(folder, 'server/src/core/startup-error.ts'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  write('web/index.html', '<!doctype html><script type="module" src="/src/main.ts"></script>')
  write('web/src/main.ts', `document.title = ${JSON.stringify('Dailies '.repeat(50))}\n`)
  return {
    folder,
    write,
    left: () => readdirSync(join(folder, 'web')).filter((name) => name.startsWith('dist')),
  }
}

function start(folder: string) {
  // The function that the server calls, in a separate process.
  const call = `import { buildWhenStale } from ${JSON.stringify(join(folder, 'server/src/surfaces/web/build.ts'))}
    await buildWhenStale()`
  return spawn(process.execPath, ['--input-type=module', '--eval', call], { cwd: folder })
}

async function build(folder: string) {
  const child = start(folder)
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { said, code }
}

function script(folder: string): string {
  const html = readFileSync(join(folder, 'web/dist/index.html'), 'utf8')
  return readFileSync(join(folder, 'web/dist', /src="\/(assets\/[^"]+)"/.exec(html)![1]!), 'utf8')
}

const built = /^dailies: built the web app in \d+\.\d s\n$/

test('the builds of one clone', async (t) => {
  const { folder, write, left } = clone()

  await t.test('several starts at the same time build once, and no more until a source changes', async () => {
    const said = (await Promise.all([build(folder), build(folder), build(folder)])).map((one) => one.said)
    assert.equal(said.filter((line) => built.test(line)).length, 1, said.join())
    assert.equal(said.join('').length, Math.max(...said.map((line) => line.length)))
    assert.deepEqual(left(), ['dist'])
    assert.deepEqual(await build(folder), { said: '', code: 0 })
    write('web/src/main.test.ts', 'a test is no part of it')
    assert.deepEqual(await build(folder), { said: '', code: 0 })

    write('web/src/main.ts', 'document.title = "another"\n')
    assert.match((await build(folder)).said, built)
    assert.match(script(folder), /another/)
    writeFileSync(join(folder, 'sdk/src/more.ts'), '')
    assert.match((await build(folder)).said, built)
  })

  await t.test('a failed build reports why and leaves the old one unchanged', async () => {
    write('web/src/main.ts', 'document.title = = 1\n')
    const { said, code } = await build(folder)
    assert.equal(code, 1)
    assert.match(said, /main\.ts/)
    assert.match(script(folder), /another/)
    write('web/src/main.ts', 'document.title = "mended"\n')
    assert.match((await build(folder)).said, built)
    assert.deepEqual(left(), ['dist'])
  })

  await t.test('without sources, the existing build is served', async () => {
    rmSync(join(folder, 'web/src'), { recursive: true })
    rmSync(join(folder, 'node_modules'))
    assert.deepEqual(await build(folder), { said: '', code: 0 })
    assert.match(script(folder), /mended/)
  })
})

test('an interrupted build is not used, and blocks no later build', async () => {
  const { folder, write, left } = clone()
  // Interrupt at a defined moment: when the lock is held and nothing is built yet.
  write('web/vite.config.ts', 'process.kill(process.pid, "SIGKILL")\n')
  assert.equal((await build(folder)).code, 1)
  assert.ok(!existsSync(join(folder, 'web/dist')))
  assert.deepEqual(left(), ['dist.lock'])
  // And later: when part of the files is written.
  cpSync(join(root, 'web/vite.config.ts'), join(folder, 'web/vite.config.ts'))
  write('web/dist.1/index.html', 'half')
  assert.match((await build(folder)).said, built)
  assert.deepEqual(left(), ['dist'])
})
