// A view of a frame shows that frame, whatever the frame rate, and however the frame is named.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missing } from '../../../test/helpers/media-tools.ts'
import { rateClips, unevenClips } from '../../../test/media-corpus/clips.ts'
import type { Clip } from '../../../test/media-corpus/make-clip.ts'
import { startWorkshop } from '../../../test/media-corpus/workshop.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { frameToMs, timecode } from '../../core/frames.ts'
import { numberOf, startViewing, type Viewed } from './fixtures/viewed-files.ts'

const options = { skip: missing('ffprobe') }
const world = await startWorld()
const { newMedia, look, view } = await startViewing(world)
const workshop = startWorkshop()

async function newVideo(clip: Clip) {
  const { info, derivatives } = await workshop.proxyOf(clip)
  return { id: await newMedia(info, derivatives), info }
}

const numbersOf = (images: Viewed[]) => Promise.all(images.map((image) => numberOf(image)))

for (const clip of rateClips) {
  test(`${clip.rate}: frames, timecodes and times show the frame that they name`, options, async () => {
    const { id, info } = await newVideo(clip)
    const rate = info.frameRate!
    const places = {
      ...{ 0: '0', 1: 'frame 1', 11: '11', 12: '12', 48: '48', 49: timecode(49, rate) },
      ...{ 7: `${frameToMs(7, rate)}ms`, 23: `${frameToMs(24, rate) - 1}ms` },
    }
    const frames = Object.keys(places).map(Number)
    const images = await look(id, { at: Object.values(places) })
    assert.deepEqual(await numbersOf(images), frames)
    assert.deepEqual(
      images.map(({ frame, timecode: code, shows }) => [frame, code, shows]),
      frames.map((frame) => [frame, timecode(frame, rate), `frame ${frame}, ${timecode(frame, rate)}`]),
    )
  })
}

test('a variable frame rate: the frame at a time follows from the times of the frames', options, async () => {
  const { id, info } = await newVideo(unevenClips[0]!)
  assert.equal(info.variableRate, true)
  // 20 frames of 1/30 s, then frames of about 1/10 s.
  const images = await look(id, { at: ['0', '19', '21', '0ms', '634ms', '1000ms'] })
  assert.deepEqual(await numbersOf(images), [0, 19, 21, 0, 19, 23])
  assert.deepEqual(images[1]!.shows, 'frame 19, 633ms')
  const refused = await view(id, { at: ['00:00:01:00'] })
  assert.deepEqual([refused.status, refused.body.errors[0].path], [400, '/at/0'])
})
