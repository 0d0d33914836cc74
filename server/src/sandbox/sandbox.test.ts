import assert from 'node:assert/strict'
import { once } from 'node:events'
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { until } from '../../test/helpers/until.ts'
import { canListProcesses, processesIn } from '../../test/media-corpus/processes.ts'
import { findSandbox } from './probe.ts'
import { runProgram } from './run-program.ts'
import { askProgram, describeSandbox, sandboxReport, startConfined, useSandbox } from './sandbox.ts'
import { plainFileSize } from './view.ts'

const folder = mkdtempSync(join(tmpdir(), 'dailies-sandbox-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const { layers } = await findSandbox(folder)
const skip = layers.length > 0 ? false : 'this machine has no sandbox'

test('require: without a sandbox nothing starts, and the error says what is missing', async () => {
  useSandbox('require', folder, [])
  const error = {
    name: 'StartupError',
    message: /^MEDIA_SANDBOX=require, but there is no sandbox .*bubblewrap/,
  }
  await assert.rejects(sandboxReport(), error)
  await assert.rejects(askProgram('/bin/echo', 'hello'), error)
})

test('auto: without a sandbox programs run, and the report says so', async () => {
  useSandbox('auto', folder, [])
  const report = await sandboxReport()
  assert.deepEqual([report.mode, report.holds, report.layers], ['auto', false, []])
  assert.match(describeSandbox(report), /WITHOUT a sandbox/)
  assert.equal(await askProgram('/bin/echo', 'hello'), 'hello\n')
})

test('off: nothing is tested', async () => {
  useSandbox('off', folder)
  assert.deepEqual(await sandboxReport(), {
    ...{ mode: 'off', holds: false, layers: [], missing: ['MEDIA_SANDBOX=off'] },
  })
})

test('a time limit of fractions of a millisecond is rounded up', async () => {
  useSandbox('off', folder)
  const run = { program: '/bin/true', args: [], folder, signal: new AbortController().signal }
  // The limit for a video of 10,344 ms: 600 + 10.344 × 30 seconds.
  assert.equal((await runProgram({ ...run, seconds: 910.3199999999999 })).status, 0)
})

test('a process that a killed child leaves behind is killed too, and the output ends', async () => {
  useSandbox('off', folder)
  // As a sandbox that is killed while it starts: a second process keeps the pipe open.
  const command = ['/bin/sh', '-c', 'sleep 1000 & echo started; wait']
  const child = await startConfined(command, { folder }, { stdio: ['ignore', 'pipe', 'ignore'] })
  child.stdout!.once('data', () => child.kill('SIGKILL'))
  assert.deepEqual(await once(child, 'close'), [null, 'SIGKILL'])
})

test('a program that is stopped while it starts is gone, at any step of the start', {
  skip: skip || !canListProcesses,
}, async () => {
  useSandbox('auto', folder)
  // The shell, its watcher, the sandbox outside and inside, the program.
  for (const processes of [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]) {
    const place = mkdtempSync(join(folder, 'stopped-'))
    const stop = new AbortController()
    const run = { program: '/bin/sleep', args: ['600'], folder: place, signal: stop.signal, seconds: 600 }
    const ended = assert.rejects(runProgram(run), { name: 'AbortError' })
    await until(() => processesIn(place).length >= processes)
    stop.abort()
    await ended
    // A process that the sandbox leaves behind is not a child, so nothing reports its end.
    await until(() => processesIn(place).length === 0)
  }
})

test('auto: the strongest layers that hold are used', { skip }, async () => {
  useSandbox('auto', folder)
  const report = await sandboxReport()
  assert.deepEqual([report.holds, report.layers], [true, layers])
  assert.match(describeSandbox(report), /in a sandbox \((namespaces|kernel-rules)/)
  assert.equal(await askProgram('/bin/echo', 'hello'), 'hello\n')
  assert.equal(await askProgram('/nowhere/ffmpeg', '-version').catch(() => undefined), undefined)
})

test('where namespaces are forbidden, as in most containers, the kernel rules suffice', {
  skip: layers.includes('kernel-rules') ? false : 'this machine has no kernel rules',
}, async (t) => {
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  const complaint = 'bwrap: No permissions to create a new namespace'
  writeFileSync(join(programs, 'bwrap'), `#!/bin/sh\necho "${complaint}" >&2\nexit 1\n`, { mode: 0o755 })
  const { PATH } = process.env
  t.after(() => {
    process.env.PATH = PATH
  })
  process.env.PATH = `${programs}:${PATH}`
  const found = await findSandbox(folder)
  assert.deepEqual([found.layers, found.missing], [['kernel-rules'], [`namespaces: ${complaint}`]])
})

test('a DATA_DIR inside a system folder cannot be hidden: no sandbox holds', async (t) => {
  let place: string
  try {
    place = mkdtempSync('/usr/local/share/dailies-test-')
  } catch {
    return t.skip('/usr/local/share cannot be written')
  }
  t.after(() => rmSync(place, { recursive: true, force: true }))
  const found = await findSandbox(place)
  assert.deepEqual(found.layers, [])
  if (!skip) assert.match(found.missing.join('; '), /files of the server can be read/)
})

test('a symlink in place of a file is never passed to a program: it could expose another file', async () => {
  const [secret, work] = [join(folder, 'secret'), join(folder, 'work')]
  writeFileSync(secret, 'secret')
  mkdirSync(work)
  symlinkSync(secret, join(work, 'link'))
  symlinkSync(folder, join(work, 'pages'))
  linkSync(secret, join(work, 'hard'))
  writeFileSync(join(work, 'plain'), 'four')
  const sizes = ['link', 'hard', 'pages/secret', 'missing', 'plain'].map((name) =>
    plainFileSize(join(work, name)),
  )
  assert.deepEqual(await Promise.all(sizes), [undefined, undefined, undefined, undefined, 4])
  useSandbox('auto', folder)
  const given = startConfined(['/bin/cat', 'link'], { files: [join(work, 'link')], folder: work }, {})
  await assert.rejects(given, /is not a plain file/)
})
