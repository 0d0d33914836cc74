// Made by `npm run generate` from server/src/media/checks/rule-texts.ts.

/** The names of the rules of check profiles, for lists of findings. */
export const ruleTitles: Readonly<Record<string, string>> = {
  black: 'Black frames',
  frozen: 'Frozen frames',
  singleColour: 'Single colour',
  duplicatedFrames: 'Duplicated frames',
  droppedFrames: 'Dropped frames',
  bars: 'Bars',
  levels: 'Levels',
  flashes: 'Flashes',
  redFlashes: 'Red flashes',
  interlacing: 'Interlacing',
  silence: 'Silence',
  clipping: 'Clipping',
  phase: 'Phase',
  oneSided: 'One-sided stereo',
  loudness: 'Loudness',
  truePeak: 'True peak',
  channels: 'Channel layout',
  missingAudio: 'Missing audio',
  lateAudio: 'Late audio',
  size: 'Size',
  frameRate: 'Frame rate',
  codec: 'Codec',
  duration: 'Duration',
  colourTags: 'Colour tags',
}
