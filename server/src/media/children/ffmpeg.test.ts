import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { missing } from '../../../test/helpers/media-tools.ts'
import { until } from '../../../test/helpers/until.ts'
import { canListProcesses, processesIn } from '../../../test/media-corpus/processes.ts'
import { MediaFailure } from '../processor.ts'
import { runFfmpeg } from './ffmpeg.ts'
import { toolFinder } from './find-tools.ts'

const options = { skip: missing('ffprobe') }
const folder = mkdtempSync(join(tmpdir(), 'dailies-ffmpeg-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const { signal } = new AbortController()

async function failureOf(
  args: string,
  limits: { seconds?: number; bytes?: number } = {},
): Promise<MediaFailure> {
  const run = { program: 'ffmpeg', args: args.split(' '), folder, signal, seconds: 60, ...limits }
  const failure = await runFfmpeg(run).then(
    () => assert.fail('ffmpeg exits with success'),
    (error) => error,
  )
  assert.ok(failure instanceof MediaFailure, String(failure))
  assert.deepEqual(processesIn(folder), [])
  return failure
}

test('a program that exceeds its time limit is killed', options, async () => {
  const failure = await failureOf('-f lavfi -i nullsrc -f null -', { seconds: 0.5 })
  assert.deepEqual([failure.code, failure.retryable], ['took_too_long', true])
})

test('a program that writes too much is stopped', options, async () => {
  const failure = await failureOf('-f lavfi -i testsrc2=s=640x360 -f rawvideo out.raw', { bytes: 2 ** 20 })
  assert.equal(failure.code, 'too_large')
  assert.ok(statSync(join(folder, 'out.raw')).size <= 2 ** 20)
})

test('a program that exceeds its memory limit fails', {
  skip: missing('ffprobe') || (process.platform !== 'linux' && 'only on Linux'),
}, async () => {
  const failure = await failureOf('-f lavfi -i color=s=16384x16384:r=100 -vf tile=4x4 -frames:v 1 -f null -')
  assert.equal(failure.code, 'too_large')
})

test('ffmpeg has no environment and no network', options, async () => {
  const failure = await failureOf('-protocol_whitelist file -i http://127.0.0.1:9/film.mp4 -f null -')
  assert.equal(failure.code, 'unreadable')
  process.env.DAILIES_TEST_SECRET = 'secret'
  let seen = ''
  const onOutput = (chunk: Buffer) => {
    seen += chunk
  }
  const program = join(folder, 'print-environment')
  writeFileSync(program, '#!/bin/sh\nexec /usr/bin/env\n')
  chmodSync(program, 0o755)
  await runFfmpeg({ program, args: [], folder, signal, seconds: 60, onOutput })
  delete process.env.DAILIES_TEST_SECRET
  assert.match(seen, /MALLOC_ARENA_MAX/)
  assert.doesNotMatch(seen, /secret|HOME/)
})

test('ffmpeg ends with the server, even when the server is killed', {
  skip: missing('ffprobe') || !canListProcesses,
}, async () => {
  const place = mkdtempSync(join(folder, 'killed-'))
  const child = fork(new URL('../../../test/helpers/run-until-killed.ts', import.meta.url), [place])
  await once(child, 'message')
  assert.ok(processesIn(place).length > 0)
  child.kill('SIGKILL')
  await once(child, 'exit')
  // Nothing reports the end of a process that is not a child.
  await until(() => processesIn(place).length === 0)
})

test(
  'an error says what to install, and after the installation it works without a restart',
  options,
  async () => {
    const programs = mkdtempSync(join(folder, 'programs-'))
    const find = toolFinder({ ffmpeg: undefined, ffprobe: undefined }, [programs])
    const missingTool = { code: 'tool_missing', retryable: true, message: /install the package "ffmpeg"/ }
    await assert.rejects(find, { ...missingTool, message: /ffmpeg was not found/ })
    const install = (name: string, text: string) => {
      writeFileSync(join(programs, name), `#!/bin/sh\n${text}\n`)
      chmodSync(join(programs, name), 0o755)
    }
    install('ffmpeg', 'echo ffmpeg version 4.4.2-0ubuntu0.22.04.1')
    await assert.rejects(find, { ...missingTool, message: /ffprobe was not found/ })
    install('ffprobe', 'echo ffprobe version 5.1.9')
    await assert.rejects(find, { ...missingTool, message: /older than 5\.1/ })
    install('ffmpeg', 'echo ffmpeg version n7.1')
    await assert.rejects(find, { ...missingTool, message: /without libx264/ })
    install('ffmpeg', 'echo ffmpeg version N-118000-g0123456, libx264')
    const [ffmpeg, ffprobe] = [join(programs, 'ffmpeg'), join(programs, 'ffprobe')]
    const found = { ffmpeg, ffprobe, writesWebp: false }
    assert.deepEqual(await find(), found)
    const named = toolFinder({ ffmpeg: '/nowhere/ffmpeg', ffprobe: undefined }, [programs])
    await assert.rejects(named, { ...missingTool, message: /FFMPEG does not name a program/ })
  },
)
