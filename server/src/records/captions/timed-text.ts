// TTML, and its profiles (IMSC, DFXP, EBU-TT). A small reader of its own: entities are not expanded, and nothing outside of the file is
// read, so that a hostile document can do no more than fail.
import { type Cue, readEntities } from './cue.ts'

type Attributes = Record<string, string>

/** How the times of the document are counted. */
type Clock = { framesPerSecond: number; ticksPerSecond: number }

type Frame = { name: string; begin: number; end: number | undefined; isCue: boolean }

const tokens =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<!([^>]*)>|<(\/?)([\w.:-]+)([^<>]*?)(\/?)>|([^<]+)/g

export type TimedText = { cues: Cue[]; language: string | undefined }

/** undefined unless it is a TTML document. */
export function parseTimedText(text: string): TimedText | undefined {
  let clock: Clock | undefined
  let language: string | undefined
  const cues: Cue[] = []
  const open: Frame[] = []
  let words: string | undefined
  for (const [, cdata, , closing, qualified, inside = '', empty, plain] of text.matchAll(tokens)) {
    const said = cdata ?? plain
    if (said !== undefined) {
      if (words !== undefined) words += cdata ?? readEntities(said).replace(/\s+/g, ' ')
      continue
    }
    if (qualified === undefined) continue
    const name = qualified.replace(/^.*:/, '')
    if (closing) {
      const frame = open.pop()
      if (frame?.name !== name) return undefined
      if (frame.isCue && words !== undefined) {
        cues.push({
          startMs: Math.round(frame.begin * 1000),
          endMs: Math.round((frame.end ?? 0) * 1000),
          text: words,
        })
        words = undefined
      }
      continue
    }
    const attributes = attributesOf(inside)
    if (!clock) {
      if (name !== 'tt') return undefined
      clock = clockOf(attributes)
      language = attributes['xml:lang'] || undefined
    }
    if (name === 'br' && words !== undefined) words += '\n'
    if (empty) continue
    const frame = frameOf(name, attributes, open.at(-1), clock)
    if (frame.isCue) words = ''
    open.push(frame)
  }
  return clock && open.length === 0 ? { cues, language } : undefined
}

function attributesOf(text: string): Attributes {
  const found: Attributes = {}
  for (const [, name, double, single] of text.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    found[name!] = readEntities(double ?? single ?? '')
  return found
}

function clockOf(attributes: Attributes): Clock {
  const value = (name: string) =>
    Object.entries(attributes).find(([key]) => key.replace(/^.*:/, '') === name)?.[1] ?? ''
  const [, num = 1, den = 1] = /^(\d+) (\d+)$/.exec(value('frameRateMultiplier')) ?? []
  const rate = Number(value('frameRate')) || 30
  const framesPerSecond = (rate * Number(num)) / Number(den)
  return { framesPerSecond, ticksPerSecond: Number(value('tickRate')) || framesPerSecond }
}

/** Times are counted from the beginning of the element around it. */
function frameOf(
  name: string,
  { begin, end, dur }: Attributes,
  parent: Frame | undefined,
  clock: Clock,
): Frame {
  const from = parent?.begin ?? 0
  const start = from + (secondsOf(begin, clock) ?? 0)
  const length = secondsOf(dur, clock)
  const until = secondsOf(end, clock)
  const ends = until === undefined ? (length === undefined ? parent?.end : start + length) : from + until
  // A span inside of a paragraph may have times of its own; its words stay in the paragraph.
  return { name, begin: start, end: ends, isCue: name === 'p' && !parent?.isCue }
}

function secondsOf(text: string | undefined, { framesPerSecond, ticksPerSecond }: Clock): number | undefined {
  if (text === undefined) return undefined
  const clock = /^(\d{2,}):(\d\d):(\d\d)(?:(\.\d+)|:(\d{2,})(?:\.\d+)?)?$/.exec(text.trim())
  if (clock) {
    const [, hours, minutes, seconds, fraction = '0', frames = '0'] = clock
    const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
    return whole + Number(fraction) + Number(frames) / framesPerSecond
  }
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(h|m|s|ms|f|t)$/.exec(text.trim()) ?? []
  if (amount === undefined) return undefined
  const perUnit = { h: 3600, m: 60, s: 1, ms: 0.001, f: 1 / framesPerSecond, t: 1 / ticksPerSecond }
  return Number(amount) * perUnit[unit as keyof typeof perUnit]
}
