import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { request } from '../../../test/helpers/mcp-client.ts'
import { missing } from '../../../test/helpers/media-tools.ts'
import { until } from '../../../test/helpers/until.ts'
import { makeClip } from '../../../test/media-corpus/make-clip.ts'
import { canListProcesses, processesIn } from '../../../test/media-corpus/processes.ts'
import { startWorkshop } from '../../../test/media-corpus/workshop.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { newUuid } from '../../core/ids.ts'
import type { Storage } from '../../core/storage.ts'
import type { ViewWork } from '../../core/views.ts'
import { startViewing } from '../../operations/files/fixtures/viewed-files.ts'
import { toolFinder } from '../children/find-tools.ts'
import { createRecent } from './recent.ts'
import { createSharing } from './sharing.ts'
import { createViews } from './views.ts'

const options = { skip: missing('ffmpeg') }
const ffmpeg = fileURLToPath(new URL('../../../test/stand-ins/hanging-ffmpeg.sh', import.meta.url))
const world = await startWorld({ env: { FFMPEG: ffmpeg } })
const { newMedia, owner } = await startViewing(world)
const { folder } = startWorkshop()
const findFonts = async () => []
// Other tests draw at the same time.
process.env.TMPDIR = folder

const args = '-c:v libx264 -preset ultrafast -bf 0 -g 12 -movflags +faststart'
const clip = { name: 'clip', extension: 'mp4', mimeType: 'video/mp4', rate: '25/1', frames: 30, args }
const proxy = options.skip ? '' : await makeClip(clip, folder)

const drawing = () => processesIn(join(folder, 'dailies-view-'))
const frames = (objectId: string): ViewWork => ({
  plans: [
    { columns: 1, tiles: [{ source: { kind: 'frame', objectId, frame: 1 }, label: null, drawings: [] }] },
  ],
  text: null,
})

async function newProxy(): Promise<string> {
  const id = newUuid()
  await world.storage.write(id, Readable.from([await readFile(proxy)]))
  return id
}

const hangingUp = { skip: options.skip || !canListProcesses }

test('a client that hangs up leaves no ffmpeg running, over HTTP and MCP', hangingUp, async () => {
  const info = { kind: 'VIDEO', width: 192, height: 112, frames: 30, durationMs: 1200 } as const
  const id = await newMedia({ ...info, frameRate: { num: 25, den: 1 } }, { 'proxy.mp4': proxy })
  const call = request({
    method: 'tools/call',
    params: { name: 'view_file', arguments: { fileId: id, at: ['2'] } },
  })
  const http = { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ at: ['1'] }) }
  const requests = [
    [`QUERY /api/files/${id}/view`, http],
    ['POST /mcp', call],
  ] as const
  for (const [route, { headers, body }] of requests) {
    const [method, path] = route.split(' ') as [string, string]
    const gone = new AbortController()
    const sent = fetch(world.url + path, {
      ...{ method, body, signal: gone.signal },
      headers: { ...headers, Authorization: `Bearer ${owner.key}` },
    })
    const ended = assert.rejects(sent.then((answer) => answer.text()))
    await until(() => drawing().length > 0)
    gone.abort()
    await ended
    await until(() => drawing().length === 0)
  }
})

test('a decoder that does not end is stopped, with an error that names the limit', options, async () => {
  const findTools = toolFinder({ ffmpeg, ffprobe: undefined })
  const views = createViews({ storage: world.storage, findTools, findFonts }, { seconds: 1 })
  const objectId = await newProxy()
  const drawn = views.draw(frames(objectId), owner.userId, new AbortController().signal)
  await assert.rejects(drawn, { code: 'view_took_too_long', message: /after 1 seconds/ })
  await until(() => drawing().length === 0)
})

test('a storage that does not answer: the client gets the error in time', options, async () => {
  const storage: Storage = { ...world.storage, read: () => new Promise(() => {}) }
  const findTools = toolFinder({ ffmpeg: undefined, ffprobe: undefined })
  const views = createViews({ storage, findTools, findFonts }, { seconds: 1 })
  const drawn = views.draw(frames(newUuid()), owner.userId, new AbortController().signal)
  await assert.rejects(drawn, { code: 'view_took_too_long' })
})

test('two equal requests at once read and draw once; a third finds the view in memory', options, async () => {
  let reads = 0
  const storage: Storage = {
    ...world.storage,
    read(...range) {
      reads++
      return world.storage.read(...range)
    },
  }
  const findTools = toolFinder({ ffmpeg: undefined, ffprobe: undefined })
  const views = createViews({ storage, findTools, findFonts })
  const work = frames(await newProxy())
  const draw = () => views.draw(work, owner.userId, new AbortController().signal)
  const [first, second] = await Promise.all([draw(), draw()])
  assert.equal(first, second)
  assert.equal(await draw(), first)
  assert.equal(reads, 2, 'the index and one group of frames')
})

test('shared work ends with the last that waits for it, and begins anew', async () => {
  const share = createSharing<string>()
  const stops: AbortSignal[] = []
  const work = (stop: AbortSignal) => {
    stops.push(stop)
    return new Promise<string>((_, reject) => stop.addEventListener('abort', () => reject(stop.reason)))
  }
  const [a, b] = [new AbortController(), new AbortController()]
  const both = [share('key', a.signal, work), share('key', b.signal, work)] as const
  a.abort()
  await assert.rejects(both[0])
  assert.deepEqual([stops.length, stops[0]!.aborted], [1, false])
  b.abort()
  await assert.rejects(both[1])
  assert.equal(stops[0]!.aborted, true)
  assert.equal(await share('key', new AbortController().signal, async () => 'new'), 'new')
})

test('recent values: those used last, up to a number of bytes', () => {
  const recent = createRecent<string>({ bytes: 100, milliseconds: 60_000 })
  recent.add('a', 'A', 40)
  recent.add('b', 'B', 40)
  assert.equal(recent.get('a'), 'A')
  recent.add('c', 'C', 40)
  assert.deepEqual([recent.get('a'), recent.get('b'), recent.get('c')], ['A', undefined, 'C'])
  recent.add('huge', 'H', 500)
  assert.deepEqual(recent.size(), { entries: 0, bytes: 0 })
})
