// The thumbnails along the timeline: WebVTT whose cues each name a region of a sprite sheet.

export type Tile = {
  start: number
  end: number
  url: string
  x: number
  y: number
  width: number
  height: number
}

/** `base` is the URL of the WebVTT; its URLs are relative to it. Cues without a region are ignored. */
export function parseSprite(text: string, base: string): Tile[] {
  return text.split(/\r?\n\r?\n/).flatMap((block) => {
    const [times, name] = block.trim().split(/\r?\n/).slice(-2)
    const [start, end] = (times ?? '').split(' --> ').map(secondsOf)
    const [, file, x, y, width, height] = /^(.+)#xywh=(\d+),(\d+),(\d+),(\d+)$/.exec(name ?? '') ?? []
    if (!file || start === undefined || end === undefined || Number.isNaN(start + end)) return []
    const [left, top, wide, high] = [x, y, width, height].map(Number) as [number, number, number, number]
    return [{ start, end, url: new URL(file, base).href, x: left, y: top, width: wide, height: high }]
  })
}

function secondsOf(time: string): number {
  return time
    .trim()
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0)
}

export function tileAt(tiles: readonly Tile[], seconds: number): Tile | undefined {
  return tiles.find(({ end }) => seconds < end) ?? tiles.at(-1)
}
