// Reads a caption file of any of the formats, which its content tells, not its name.
import { type Cue, inOrder, maxCues } from './cue.ts'
import { parseLines } from './lines.ts'
import { parseTimedText } from './timed-text.ts'

export type ParsedCaptions = {
  format: 'WEBVTT' | 'SRT' | 'TTML'
  cues: Cue[]
  /** The language that the file names. */
  language: string | undefined
}

/** A sentence for the person who sent the file. */
export class CaptionFault extends Error {
  override name = 'CaptionFault'
}

export function parseCaptions(given: string): ParsedCaptions {
  const text = given.replace(/^\uFEFF/, '').trimStart()
  const parsed = read(text)
  const cues = inOrder(parsed.cues)
  if (cues.length === 0) throw new CaptionFault('The file has no captions: SRT, WebVTT and TTML can be read.')
  if (cues.length > maxCues)
    throw new CaptionFault(`The file has more than ${maxCues} captions, which is the limit.`)
  return { ...parsed, cues }
}

function read(text: string): ParsedCaptions {
  if (text.startsWith('<')) {
    const found = parseTimedText(text)
    if (!found) throw new CaptionFault('The file is not valid TTML.')
    return { format: 'TTML', ...found }
  }
  const format = /^WEBVTT(\s|$)/.test(text) ? 'WEBVTT' : 'SRT'
  return { format, cues: parseLines(text), language: undefined }
}

/** A language tag (BCP 47) in its usual spelling, such as `pt-BR`; undefined if it is none. */
export function languageTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0]
  } catch {
    return undefined
  }
}
