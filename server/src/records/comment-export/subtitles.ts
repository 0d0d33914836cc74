// Subtitles, SubRip and WebVTT: each comment is shown at its place in the video. Times count from the start of the file.
import { type FrameRate, frameToMs } from '../../core/frames.ts'
import { authorName, type CommentExport, commentBody, lines } from './export-thread.ts'
import { markersOf, type TimelineMarker } from './markers.ts'

/** Display time of a comment on a single frame. */
const singleFrameMs = 2_000

export function writeSrt(written: CommentExport): string {
  const cues = markersOf(written).flatMap((marker) => {
    const text = lines(marker.threads[0]!)
      .map(cueText)
      .filter((line) => line !== '')
    const [from, to] = times(marker, written.rate)
    return text.length === 0
      ? []
      : `${clock(from, ',')} --> ${clock(to, ',')}\r\n${text.join('\n').replaceAll('\n', '\r\n')}\r\n`
  })
  return cues.map((text, i) => `${i + 1}\r\n${text}\r\n`).join('')
}

export function writeVtt(written: CommentExport): string {
  const cues = markersOf(written).flatMap((marker) => {
    const { comment, replies } = marker.threads[0]!
    const text = [comment, ...replies].flatMap((part) => {
      const body = vttText(cueText(commentBody(part)))
      return body === '' ? [] : `<v ${vttText(authorName(part).replace(/[\s\p{Cc}]+/gu, ' '))}>${body}`
    })
    const [from, to] = times(marker, written.rate)
    return text.length === 0 ? [] : `${clock(from, '.')} --> ${clock(to, '.')}\n${text.join('\n')}\n`
  })
  return ['WEBVTT\n', ...cues].join('\n')
}

function times({ start, length }: TimelineMarker, rate: FrameRate): [number, number] {
  const from = frameToMs(start, rate)
  return [from, length > 1 ? frameToMs(start + length, rate) : from + singleFrameMs]
}

/** Removes empty lines, which end a cue, and arrows, which start another. */
function cueText(text: string): string {
  const kept = text.split(/\r\n|[\n\r\u0085\u2028\u2029]/).map((line) => line.trim())
  return kept
    .filter((line) => line !== '')
    .join('\n')
    .replaceAll('-->', '→')
}

function vttText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function clock(ms: number, separator: ',' | '.'): string {
  const seconds = Math.floor(ms / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const padded = parts.map((part) => String(part).padStart(2, '0')).join(':')
  return `${padded}${separator}${String(ms % 1000).padStart(3, '0')}`
}
