// A hijacked decoder attacks everything that the server has.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { until } from '../../test/helpers/until.ts'
import { createTargets, hijackedDecoder } from '../../test/stand-ins/hijacked-decoder.ts'
import { startMediaWorld } from '../../test/worlds/media-world.ts'
import { runTool } from '../media/children/ffmpeg.ts'
import { allLayers } from './probe.ts'
import { sandboxReport, useSandbox } from './sandbox.ts'
import type { Layer } from './view.ts'

const folder = mkdtempSync(join(tmpdir(), 'dailies-hijacked-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const { signal } = new AbortController()
let runs = 0

/** The reason to skip when this machine lacks the layers; otherwise false. */
async function skipWithout(layers: readonly Layer[]): Promise<string | false> {
  useSandbox('auto', folder, layers)
  const { missing, layers: held } = await sandboxReport()
  return held.length === layers.length ? false : missing.join('; ')
}

/** Runs the hijacked decoder on a file of orders, and returns what succeeded. */
async function runHijacked(orders: Buffer, localSocket = false): Promise<string[]> {
  const work = join(folder, String(runs++))
  mkdirSync(work)
  const source = `${work}.source`
  writeFileSync(source, orders)
  let ended: string | undefined
  const running = runTool({
    ...{
      program: hijackedDecoder,
      args: ['-i', `file:${source}`],
      source,
      folder: work,
      signal,
      seconds: 60,
      localSocket,
    },
  }).catch((error) => {
    ended = String(error.cause)
  })
  const report = await readReport(work, () => ended)
  await running
  return report
}

async function readReport(
  work: string,
  ended: () => string | undefined = () => undefined,
): Promise<string[]> {
  const path = join(work, 'report')
  await until(() => {
    assert.equal(ended(), undefined, 'it exited without a report')
    return existsSync(path)
  })
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  rmSync(path)
  return lines
}

for (const layers of [allLayers, ['kernel-rules'], ['namespaces']] satisfies (readonly Layer[])[]) {
  const skip = await skipWithout(layers)
  describe(`by ${layers.join(' and ')}`, { skip }, () => {
    for (const localSocket of [false, true]) {
      const socket = localSocket ? ', also when it may listen at a socket' : ''
      test(`a hijacked decoder reads, reaches and changes nothing${socket}`, async () => {
        useSandbox('auto', folder, layers)
        const other = join(folder, 'other-scratch')
        writeFileSync(other, 'the original of another user')
        const loot = await createTargets([other])
        const worked = await runHijacked(loot.orders, localSocket)
        // A process without access to others may start its own.
        const allowed = layers.includes('kernel-rules') ? [] : ['fork 1']
        assert.deepEqual(
          worked.filter((line) => !allowed.includes(line)),
          allowed.length > 0 ? [] : ['nothing'],
        )
        assert.deepEqual(loot.harm(), [])
      })
    }
  })
}

test('without a sandbox the same decoder succeeds: the attempts are real', async () => {
  useSandbox('off', folder)
  const loot = await createTargets([])
  const worked = await runHijacked(loot.orders)
  const names = (lines: readonly string[]) => [...new Set(lines.map((line) => line.split(' ')[0]))]
  assert.deepEqual(names(worked), names(loot.attempts))
  rmSync('/tmp/planted', { force: true })
})

test('an uploaded file that hijacks its decoder reads neither keys nor files of others', {
  skip: await skipWithout(allLayers),
}, async () => {
  const env = { FFMPEG: hijackedDecoder, FFPROBE: hijackedDecoder, MEDIA_SANDBOX: 'require' }
  const world = await startMediaWorld({ real: true, env })
  const still = await world.upload(Buffer.from('a file of another user'), 'Notes.txt')
  const stored = readdirSync(world.dataDir, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name))
  assert.ok(
    stored.some((path) => path.endsWith('secret.key')),
    'the key of the server exists',
  )
  assert.ok(stored.length > 1, `${still} exists`)
  const { port } = new URL(world.databaseUrl)
  const loot = await createTargets(stored, [
    `tcp ${new URL(world.url).port}`,
    ...(port ? [`tcp ${port}`] : []),
  ])
  const video = await world.upload(loot.orders, 'Film.mp4')
  const scratch = join(world.dataDir, 'scratch')
  const work = await until(() => {
    const reports = existsSync(scratch) ? readdirSync(scratch, { recursive: true }).map(String) : []
    const found = reports.find((path) => path.endsWith('/report'))
    return found && join(scratch, found, '..')
  })
  assert.deepEqual(await readReport(work), ['nothing'])
  assert.deepEqual(loot.harm(), [])
  assert.equal((await world.reaches(video, 'FAILED')).state, 'FAILED')
})
