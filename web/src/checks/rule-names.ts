// The names of the rules of check profiles.

const names: Readonly<Record<string, string>> = {
  black: 'Black',
  frozen: 'Frozen image',
  singleColour: 'Single colour',
  duplicatedFrames: 'Duplicated frames',
  droppedFrames: 'Dropped frames',
  bars: 'Bars around the image',
  levels: 'Levels out of range',
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
  decodeErrors: 'Decode errors',
}

/** A rule that a newer server checks gets its name from its id. */
export function ruleName(rule: string): string {
  const words = rule.replace(/([a-z0-9])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`)
  return names[rule] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
