// Reviews by the checks that a skill names, without a model and without cost.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missing } from '../../test/helpers/media-tools.ts'
import { frames, startReviewWorld } from '../../test/worlds/review-world.ts'
import { storeNumbers } from '../../test/worlds/samples/checks.ts'
import { newSkillReviewer } from '../../test/worlds/samples/skill-reviews.ts'
import type { Measured } from '../media/checks/finding.ts'

const options = { skip: missing('ffmpeg') }
const { model, world, projectId, owner, key, sql, video, ask, shown, ends, review, published } =
  await startReviewWorld()

/** The numbers of a video of 30 frames, of which these are black. */
function withBlack(first: number, last: number): Measured {
  const isBlack = (n: number) => n >= first && n <= last
  const series = Array.from({ length: frames }, (_, n) => n)
  return {
    ...{ rate: { num: 25, den: 1 }, audio: null, gaps: [], audioOffset: null },
    ...{ starts: null, fields: null, measuredSeconds: null },
    faults: { errors: 0, damaged: [], missingEnd: null },
    info: {
      ...{ kind: 'VIDEO', width: 1280, height: 720, durationMs: 1200, frameRate: { num: 25, den: 1 } },
      ...{ frames, pages: null, hasAudio: false },
    },
    video: {
      frames,
      meanLuma: Uint16Array.from(series, (n) => (isBlack(n) ? 16 : 120) * 256),
      maxLuma: Uint8Array.from(series, (n) => (isBlack(n) ? 16 : 200)),
      spread: Uint8Array.from(series, (n) => (isBlack(n) ? 0 : 80)),
      difference: new Uint16Array(frames).fill(2000),
      mostDifference: new Uint8Array(frames).fill(100),
      outOfRange: new Uint16Array(frames),
      bars: new Uint16Array(frames * 4),
      fields: new Uint8Array(frames),
      lightChanges: new Int8Array(frames),
      redChanges: new Int8Array(frames),
      repeated: new Uint8Array(frames),
    },
  }
}

test(
  'without a model, findings of the checks of the skill become draft notes on exact frames, without cost',
  options,
  async () => {
    const content =
      '---\nchecks: { rules: { black: { level: PROBLEM, seconds: 0.1 } } }\n---\n# Look for black'
    const id = await newSkillReviewer(world, projectId, owner, { content })
    const fileId = await video()
    await storeNumbers(world, fileId, withBlack(10, 19))
    const [requests, known] = [model.requests(), await published(fileId)]
    const { draftCount, costUsd, frames: sent } = await review(fileId, id)
    assert.deepEqual([draftCount, costUsd, sent], [1, null, []])
    const [draft] = (await shown(fileId)).draftNotes
    assert.deepEqual([draft!.firstFrame, draft!.lastFrame, draft!.state], [10, 19, 'DRAFT'])
    assert.match(draft!.text, /^The image is black/)
    assert.deepEqual([model.requests(), await published(fileId)], [requests, known])
    assert.deepEqual(await sql`select from review_payments`, [])

    // A dismissed finding is not drafted again on the next revision.
    const next = await video()
    await sql`update files set stack_id = ${fileId}, stack_number = 2 where id = ${next}`
    await storeNumbers(world, next, withBlack(10, 19))
    const body = { reason: 'The cut to black is wanted.' }
    assert.equal((await world.call(`POST /api/draft-notes/${draft!.id}/dismiss`, { key, body })).status, 204)
    assert.equal((await review(next, id)).draftCount, 0)
  },
)

test('without a model, a file without findings has no draft notes', options, async () => {
  const content = '---\nchecks: { rules: { black: { level: PROBLEM, seconds: 1 } } }\n---\n# Look for black'
  const id = await newSkillReviewer(world, projectId, owner, { content })
  const fileId = await video()
  await storeNumbers(world, fileId, withBlack(10, 19))
  assert.equal((await review(fileId, id)).draftCount, 0)
})

test(
  'without a model, a skill without checks and a file without numbers fail without cost',
  options,
  async () => {
    const requests = model.requests()
    for (const [content, code] of [
      ['# Look', 'skill_without_checks'],
      ['---\nchecks: { profile: web }\n---\n# Look', 'not_checked'],
      ['---\nchecks: { profile: none-such }\n---\n# Look', 'skill_without_checks'],
      ['---\nchecks: [1]\n---\n# Look', 'skill_invalid'],
    ] as const) {
      const fileId = await video()
      const id = await newSkillReviewer(world, projectId, owner, { content })
      await ask(fileId, id)
      const review = await ends(fileId)
      assert.deepEqual([review.failure?.code, review.costUsd], [code, null])
    }
    assert.equal(model.requests(), requests)
  },
)
