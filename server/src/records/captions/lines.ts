// WebVTT and SubRip: blocks of lines, each with the line of its times.
import { type Cue, withoutTags } from './cue.ts'

const time = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`
const times = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}`)

/** Reads both: SubRip is what WebVTT is without its header, with a comma in its times. Blocks without times are skipped. */
export function parseLines(text: string): Cue[] {
  const cues: Cue[] = []
  let cue: Cue | undefined
  for (const line of text.split(/\r\n?|\n/)) {
    const found = times.exec(line)
    if (found) {
      // Some files have no empty line between cues: the number of this one is the last line of the one before.
      if (cue) cue.text = cue.text.replace(/(^|\n)\s*\d+\s*\n$/, '$1')
      cue = { startMs: msOf(found.slice(1, 5)), endMs: msOf(found.slice(5, 9)), text: '' }
      cues.push(cue)
    } else if (line.trim() === '') cue = undefined
    else if (cue) cue.text += `${line}\n`
  }
  return cues.map((one) => ({ ...one, text: withoutTags(one.text) }))
}

function msOf([hours = '0', minutes, seconds, fraction]: (string | undefined)[]): number {
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return whole * 1000 + Number(fraction!.padEnd(3, '0'))
}

export function writeWebVtt(cues: readonly Cue[]): string {
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const blocks = cues.map(
    ({ startMs, endMs, text }) => `${clock(startMs)} --> ${clock(endMs)}\n${escaped(text)}\n`,
  )
  return ['WEBVTT\n', ...blocks].join('\n')
}

export function writeSubRip(cues: readonly Cue[]): string {
  const srtClock = (ms: number) => clock(ms).replace('.', ',')
  const blocks = cues.map(
    ({ startMs, endMs, text }, n) => `${n + 1}\n${srtClock(startMs)} --> ${srtClock(endMs)}\n${text}\n`,
  )
  return blocks.join('\n')
}

function clock(ms: number): string {
  const parts = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60]
  return `${parts.map((part) => String(part).padStart(2, '0')).join(':')}.${String(ms % 1000).padStart(3, '0')}`
}
