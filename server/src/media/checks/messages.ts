// The sentence and the unit of a finding, by its rule.
import type { Finding, Outcome } from './finding.ts'
import type { RuleName } from './profile.ts'

type Value = number | string
type Text = { unit: string | null; message(measured: Value, limit: Value): string }

const seconds = (what: string): Text => ({
  unit: 's',
  message: (measured, limit) => `${what} for ${measured} s; ${limit} s are allowed.`,
})

const fact = (what: string): Text => ({
  unit: null,
  message: (measured, limit) => `${what} is ${measured}; the check profile asks for ${limit}.`,
})

/** Of frames and audio. Rules for other kinds of files bring their own sentences. */
const texts: Partial<Record<RuleName, Text>> = {
  black: seconds('The image is black'),
  frozen: seconds('The image is frozen'),
  singleColour: seconds('The image has a single colour'),
  duplicatedFrames: {
    unit: 'frames',
    message: (measured) => `${counted(measured, 'frame')} repeated while the image moves.`,
  },
  droppedFrames: {
    unit: 'frames',
    message: (measured) => `${counted(measured, 'frame')} missing before this frame.`,
  },
  bars: {
    unit: null,
    message: (measured, limit) =>
      limit === 'no bars'
        ? `Black bars around an image of ${measured}:1.`
        : `The image inside of the black bars is ${measured}:1; the declared matte is ${limit}:1.`,
  },
  levels: {
    unit: '%',
    message: (measured, limit) =>
      `${measured} % of the image is darker or brighter than the limits of EBU R 103; ${limit} % are allowed.`,
  },
  decodeErrors: {
    unit: 'errors',
    message: (measured) => `${measured} errors were found while decoding the file.`,
  },
  truncated: { unit: 's', message: (measured) => `The file ends too early, after ${measured} s.` },
  firstFrame: { unit: null, message: (measured, limit) => edge('first', measured, limit) },
  lastFrame: { unit: null, message: (measured, limit) => edge('last', measured, limit) },
  flashes: {
    unit: 'flashes/s',
    message: (measured, limit) =>
      `${measured} flashes in one second; ${limit} are allowed. Indicative after ITU-R BT.1702, not certified.`,
  },
  redFlashes: {
    unit: 'flashes/s',
    message: (measured, limit) =>
      `${measured} flashes of saturated red in one second; ${limit} are allowed. Indicative after ITU-R BT.1702, not certified.`,
  },
  interlacing: {
    unit: null,
    message: (measured, limit) => `The video is ${measured}; the check profile asks for ${limit}.`,
  },
  silence: seconds('The audio is silent'),
  clipping: {
    unit: 'samples',
    message: (measured) => `The audio is clipped: ${counted(measured, 'sample')} at full scale in a row.`,
  },
  phase: {
    unit: null,
    message: (measured, limit) =>
      `Left and right are out of phase: their correlation is ${measured}, below ${limit}. The sound may vanish in mono.`,
  },
  oneSided: seconds('Only one side of the stereo audio is heard'),
  loudness: {
    unit: 'LUFS',
    message: (measured, limit) => `The loudness is ${measured} LUFS; the target is ${limit} LUFS.`,
  },
  truePeak: {
    unit: 'dBTP',
    message: (measured, limit) => `The true peak is ${measured} dBTP; at most ${limit} dBTP are allowed.`,
  },
  channels: fact('The channel layout'),
  missingAudio: { unit: null, message: () => 'The file has no audio.' },
  lateAudio: {
    unit: 's',
    message: (measured, limit) =>
      `The audio begins late or ends early by ${measured} s; ${limit} s are allowed.`,
  },
  size: fact('The size'),
  frameRate: fact('The frame rate'),
  codec: fact('The codec'),
  duration: {
    unit: 's',
    message: (measured, limit) =>
      Number(measured) < Number(limit)
        ? `The file lasts ${measured} s, shorter than ${limit} s.`
        : `The file lasts ${measured} s, longer than ${limit} s.`,
  },
  colourTags: fact('The colour tag'),
}

export function messageOf({ rule, message, measured, limit }: Finding): string {
  return message ?? (texts[rule] ?? fact('The value')).message(measured, limit)
}

export function unitOf(rule: RuleName): string | null {
  return texts[rule]?.unit ?? null
}

/** For rules whose judge gives no reason of its own. */
export function reasonOf(outcome: Outcome): string | null {
  if (outcome === 'NOT_APPLICABLE') return 'The file has nothing that this rule is about.'
  return outcome === 'NOT_MEASURED' ? 'The file could not be measured for this rule.' : null
}

function counted(count: Value, noun: string): string {
  return Number(count) === 1 ? `1 ${noun} is` : `${count} ${noun}s are`
}

function edge(which: string, measured: Value, limit: Value): string {
  return `The ${which} frame is ${measured}; the check profile asks for ${limit}.`
}
