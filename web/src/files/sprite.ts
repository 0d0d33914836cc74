// The thumbnails along the timeline: WebVTT whose cues each name a region of a sprite sheet.
import { derivativeQuery } from '../data/derivatives.ts'

type Cue = { start: number; end: number; file: string; x: number; y: number; width: number; height: number }

export type Tile = Pick<Cue, 'x' | 'y' | 'width' | 'height'> & { url: string }

/** The cues of a sprite, parsed once: a pointer over the timeline reads them many times a second. */
export const spriteQuery = (sprite: string | null) =>
  derivativeQuery(sprite, async (answer) => parseSprite(await answer.text()))

/** Cues without a region are ignored. */
export function parseSprite(text: string): Cue[] {
  return text.split(/\r?\n\r?\n/).flatMap((block) => {
    const [times, name] = block.trim().split(/\r?\n/).slice(-2)
    const [start, end] = (times ?? '').split(' --> ').map(secondsOf)
    const [, file, x, y, width, height] = /^(.+)#xywh=(\d+),(\d+),(\d+),(\d+)$/.exec(name ?? '') ?? []
    if (!file || start === undefined || end === undefined || Number.isNaN(start + end)) return []
    const [left, top, wide, high] = [x, y, width, height].map(Number) as [number, number, number, number]
    return [{ start, end, file, x: left, y: top, width: wide, height: high }]
  })
}

function secondsOf(time: string): number {
  return time
    .trim()
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** `sprite` is the URL of the WebVTT as it is now: the files of its cues are relative to it, and its permission expires. */
export function tileAt(cues: readonly Cue[], seconds: number, sprite: string): Tile | undefined {
  const cue = cues.find(({ end }) => seconds < end) ?? cues.at(-1)
  return cue && { ...cue, url: new URL(cue.file, sprite).href }
}
