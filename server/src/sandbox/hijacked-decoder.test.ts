// Issue: decoders ran with everything the server has. Here one that was taken over goes for it.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { hijackedDecoder, layOutLoot } from '../../test/stand-ins/hijacked-decoder.ts'
import { startMediaWorld } from '../../test/worlds/media-world.ts'
import { runTool } from '../media/children/ffmpeg.ts'
import { allLayers } from './probe.ts'
import { sandboxReport, useSandbox } from './sandbox.ts'
import type { Layer } from './view.ts'

const folder = mkdtempSync(join(tmpdir(), 'dailies-hijacked-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const { signal } = new AbortController()
let runs = 0

/** Whether this machine has the layers, so that the tests can say something. */
async function skipWithout(layers: readonly Layer[]): Promise<string | false> {
  useSandbox('auto', folder, layers)
  const { missing, layers: held } = await sandboxReport()
  return held.length === layers.length ? false : missing.join('; ')
}

/** Lets the decoder loose on a file of orders, and returns what worked. */
async function letLoose(orders: Buffer): Promise<string[]> {
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
  while (!existsSync(path)) {
    assert.equal(ended(), undefined, 'it ended without a report')
    await new Promise((next) => setTimeout(next, 20))
  }
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  rmSync(path)
  return lines
}

for (const layers of [allLayers, ['kernel-rules'], ['namespaces']] satisfies (readonly Layer[])[]) {
  const skip = await skipWithout(layers)
  describe(`by ${layers.join(' and ')}`, { skip }, () => {
    test('a hijacked decoder reads nothing, reaches nobody and changes nothing', async () => {
      useSandbox('auto', folder, layers)
      const other = join(folder, 'other-scratch')
      writeFileSync(other, 'the original of somebody else')
      const loot = await layOutLoot([other])
      const worked = await letLoose(loot.orders)
      // A process that sees no others may have some of its own.
      const allowed = layers.includes('kernel-rules') ? [] : ['fork 1']
      assert.deepEqual(
        worked.filter((line) => !allowed.includes(line)),
        allowed.length > 0 ? [] : ['nothing'],
      )
      assert.deepEqual(loot.harm(), [])
    })
  })
}

test('without a sandbox the same decoder gets everything: the attempts are real', async () => {
  useSandbox('off', folder)
  const loot = await layOutLoot([])
  const worked = await letLoose(loot.orders)
  const names = (lines: readonly string[]) => [...new Set(lines.map((line) => line.split(' ')[0]))]
  assert.deepEqual(names(worked), names(loot.attempts))
  rmSync('/tmp/planted', { force: true })
})

test('an uploaded file whose decoder is hijacked: neither keys nor files of others are read', {
  skip: await skipWithout(allLayers),
}, async () => {
  const env = { FFMPEG: hijackedDecoder, FFPROBE: hijackedDecoder, MEDIA_SANDBOX: 'require' }
  const world = await startMediaWorld({ real: true, env })
  const still = await world.upload(Buffer.from('a file of somebody else'), 'Notes.txt')
  const stored = readdirSync(world.dataDir, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name))
  assert.ok(
    stored.some((path) => path.endsWith('secret.key')),
    'the key of the server is there to be read',
  )
  assert.ok(stored.length > 1, `${still} is there to be read`)
  const { port } = new URL(world.databaseUrl)
  const loot = await layOutLoot(stored, [`tcp ${new URL(world.url).port}`, ...(port ? [`tcp ${port}`] : [])])
  const film = await world.upload(loot.orders, 'Film.mp4')
  const scratch = join(world.dataDir, 'scratch')
  const work = await world.until(() => {
    const reports = existsSync(scratch) ? readdirSync(scratch, { recursive: true }).map(String) : []
    const found = reports.find((path) => path.endsWith('/report'))
    return found && join(scratch, found, '..')
  })
  assert.deepEqual(await readReport(work), ['nothing'])
  assert.deepEqual(loot.harm(), [])
  assert.equal((await world.reaches(film, 'FAILED')).state, 'FAILED')
})
