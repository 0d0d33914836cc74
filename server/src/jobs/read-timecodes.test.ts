// Broadcast Wave through the storage: files that are processed now, and those from before.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import { missing } from '../../test/helpers/media-tools.ts'
import { startS3 } from '../../test/stand-ins/s3.ts'
import { startWorld } from '../../test/worlds/world.ts'
import { readTimecodes } from './read-timecodes.ts'

process.env.AWS_ACCESS_KEY_ID ??= 'nobody'
process.env.AWS_SECRET_ACCESS_KEY ??= 'nothing'
const options = { skip: missing('ffmpeg') }
const s3 = await startS3()
const folder = mkdtempSync(join(tmpdir(), 'dailies-wave-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Longer than what the job reads of it, and shorter. */
function wave(seconds: number): Buffer {
  const path = join(folder, `${seconds}.wav`)
  const args = `-f lavfi -i anoisesrc=d=${seconds}:r=48000 -write_bext 1 -metadata time_reference=1728012000`
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args.split(' '), path])
  return readFileSync(path)
}

for (const [name, env] of [
  ['disk', {}],
  ['S3', { STORAGE_URL: s3.storageUrl }],
] as const) {
  test(`${name}: the time of Broadcast Wave is read when it is processed, and later`, options, async () => {
    const world = await startWorld({ work: true, findProcessor: 'configured', env })
    const { id: projectId, owner } = await world.project()
    const client = new Dailies({ baseUrl: world.url, token: owner.key })
    const { sql } = world.database
    for (const seconds of [5, 0.5]) {
      const { id } = await client.files.upload(projectId, wave(seconds), { name: `${seconds}.wav` })
      const { media } = await client.files.waitFor(id, { until: 'processed' })
      const expected = {
        ...{ start: '10:00:00.250', dropFrame: false, startFrame: null },
        ...{ startMs: 36_000_250, startSample: 1_728_012_000 },
      }
      assert.deepEqual(media!.timecode, expected)
      // As a release without timecodes has left it.
      await sql`update media set start_ms = null, start_sample = null where file_id = ${id}`
      await sql`delete from timecodes_missing`
      await sql`insert into timecodes_missing (position) values ('')`
      await world.runJob(readTimecodes)
      assert.deepEqual((await client.files.get(id)).media!.timecode, expected)
    }
  })
}
