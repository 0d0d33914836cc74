// The server's child processes decode with native code, which Node's permissions do not restrict. Hijacked
// native code gets no further than ffmpeg.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { until } from '../../test/helpers/until.ts'
import type { HijackedOrder } from '../../test/stand-ins/hijacked-child.ts'
import { createTargets, hijackedDecoder } from '../../test/stand-ins/hijacked-decoder.ts'
import { runNodeChild } from './node-child.ts'
import { sandboxReport, useSandbox } from './sandbox.ts'

const root = mkdtempSync(join(tmpdir(), 'dailies-node-child-'))
after(() => rmSync(root, { recursive: true, force: true }))
const { signal } = new AbortController()
const module = new URL('../../test/stand-ins/hijacked-child.ts', import.meta.url)
const skip = (await sandboxReport()).holds ? false : 'this machine has no sandbox'
let folders = 0

function newFolder(): string {
  const folder = join(root, String(folders++))
  mkdirSync(folder)
  return folder
}

type Options = { folder: string; files?: string[]; programs?: string[] }

async function run(input: HijackedOrder, options: Options = { folder: newFolder() }) {
  const messages: unknown[] = []
  const limits = { seconds: 60, megabytes: 1_000 }
  const onMessage = (message: unknown) => void messages.push(message)
  const { answer, ...ended } = await runNodeChild({ module, input, ...options, limits, signal, onMessage })
  return { ended, answer, messages }
}

test('native code reads only its own file, and writes only into its own folder', { skip }, async () => {
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'blue' } })
    .png()
    .toBuffer()
  const [own, other] = [join(root, 'own.png'), join(root, 'other.png')]
  for (const path of [own, other]) writeFileSync(path, png)
  const folder = newFolder()
  const read = [own, other]
  const outside = await run({ task: 'native', read, write: join(root, 'out.png') }, { folder, files: [own] })
  assert.deepEqual(outside.answer, [`read ${own}`], outside.ended.complaint)
  const inside = await run({ task: 'native', read, write: join(folder, 'out.png') }, { folder, files: [own] })
  assert.deepEqual(inside.answer, [`read ${own}`, 'write'])
  useSandbox('off', root)
  const loose = await run({ task: 'native', read, write: join(root, 'out.png') }, { folder, files: [own] })
  useSandbox('auto', root)
  assert.deepEqual(loose.answer, [`read ${own}`, `read ${other}`, 'write'])
})

test('a child that may start programs cannot give them more access than it has', { skip }, async () => {
  const folder = newFolder()
  const loot = await createTargets([])
  const source = join(root, 'orders')
  writeFileSync(source, loot.orders)
  const running = run(
    { task: 'run', program: hijackedDecoder, source },
    { folder, files: [source], programs: [hijackedDecoder] },
  )
  const report = join(folder, 'report')
  await until(() => existsSync(report))
  const worked = readFileSync(report, 'utf8')
  rmSync(report)
  await running
  assert.equal(worked, 'fork 1\n')
  assert.deepEqual(loot.harm(), [])
})

test('a child that sends endless output or invalid JSON is killed', async () => {
  for (const task of ['flood', 'garbage'] as const) {
    const { ended, answer, messages } = await run({ task })
    assert.deepEqual([ended.signal, answer, messages], ['SIGKILL', undefined, []], task)
  }
})
