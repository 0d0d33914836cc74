// Browsers play the original before the proxy exists only if both have the same frame numbers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missing } from '../../../test/helpers/media-tools.ts'
import { containerClips, imageClips, rateClips, unevenClips } from '../../../test/media-corpus/clips.ts'
import { turn } from '../../../test/media-corpus/iso-boxes.ts'
import { beep, type Clip, makeClip, remux } from '../../../test/media-corpus/make-clip.ts'
import { startWorkshop } from '../../../test/media-corpus/workshop.ts'

const options = { skip: missing('ffprobe') }
const workshop = startWorkshop()

const h264 = '-c:v libx264 -preset ultrafast -crf 18'
const pcm = '-c:a pcm_s16le -shortest'

function clip(
  name: string,
  extension: string,
  mimeType: string,
  args: string,
  more: Partial<Clip> = {},
): Clip {
  return { name, extension, mimeType, args, rate: '25/1', frames: 12, ...more }
}

const mp4 = (name: string, args: string, more?: Partial<Clip>) => clip(name, 'mp4', 'video/mp4', args, more)
const mov = (name: string, args: string, more?: Partial<Clip>) =>
  clip(name, 'mov', 'video/quicktime', args, more)
const named = (clips: readonly Clip[], ...names: string[]) =>
  names.map((name) => clips.find((one) => `${one.name}.${one.extension}` === name)!)

const playable = [
  ...rateClips,
  ...named(containerClips, 'one-frame.mp4', 'late-audio.mp4', 'negative-offsets.mp4'),
  ...named(imageClips, 'full-range.mp4'),
  mp4('b-frames', `${h264} -bf 2 -c:a aac -shortest`, { audio: beep }),
  mov('quicktime', `${h264} -bf 2 -c:a aac -shortest`, { audio: beep }),
  // A tick is a fiftieth of a frame: the container rounds the times of frames.
  mov('ticks', `${h264} -video_track_timescale 600`, { rate: '30000/1001' }),
]

const refused = [
  ...unevenClips,
  ...named(imageClips, 'turned-90.mov', 'turned-180.mov', 'anamorphic-wide.mp4', 'ten-bits.mp4'),
  ...named(imageClips, 'four-two-two.mp4', 'prores.mov'),
  ...named(containerClips, 'no-edit-list.mp4', 'edit-list.mp4', 'interlaced.mp4', 'hevc.mp4'),
  ...named(containerClips, 'h264.ts', 'matroska.mkv', 'vp9.webm', 'h264.avi'),
  mov('pcm', `${h264} ${pcm}`, { audio: beep }),
  clip('aac', 'mkv', 'video/x-matroska', `${h264} -c:a aac -shortest`, { audio: beep }),
  mp4('turned', h264, { after: turn(1) }),
  mp4('late-video', h264, { after: (path) => remux(path, '-itsoffset 0.2') }),
]

for (const [clips, plays] of [
  [playable, true],
  [refused, false],
] as const) {
  for (const one of clips) {
    test(`${one.name}.${one.extension}: originalPlays is ${plays}`, options, async () => {
      const source = await makeClip(one, workshop.folder)
      const info = await workshop.processor.probe(workshop.work(source, one.mimeType))
      assert.equal(info.originalPlays, plays)
    })
  }
}
