// The ladder of a video: the same frames in up to three sizes. The proxy is one of them (decision 103).

export type Size = { width: number; height: number }

export const rungNames = ['540p', '1080p', '2160p'] as const

export type RungName = (typeof rungNames)[number]

/** A rung fits into its box, landscape or portrait. 4096 is the width of DCI 4K. */
export type Box = { long: number; short: number }

export const boxes: Readonly<Record<RungName, Box>> = {
  '540p': { long: 960, short: 540 },
  '1080p': { long: 1920, short: 1080 },
  '2160p': { long: 4096, short: 2160 },
}

/** Inside of the box, never larger than the source, and even, as H.264 requires. */
export function fitted({ width, height }: Size, box: Box): Size {
  const [wide, high] = width >= height ? [box.long, box.short] : [box.short, box.long]
  const scale = Math.min(1, wide / width, high / height)
  const even = (side: number) => Math.max(2, 2 * Math.round((side * scale) / 2))
  return { width: even(width), height: even(height) }
}

export type Rung = Size & { name: RungName; isProxy: boolean }

/** The rungs of a source of this size, smallest first. A rung exists only if it is larger than the rung below it. */
export function rungsOf(source: Size, sizes: Readonly<Record<RungName, Box>> = boxes): Rung[] {
  const [small, proxy, large] = rungNames.map((name) => fitted(source, sizes[name])) as [Size, Size, Size]
  const hasSmall = isLarger(proxy, small)
  return [
    ...(hasSmall ? [{ name: '540p' as const, ...small, isProxy: false }] : []),
    { name: hasSmall ? '1080p' : '540p', ...proxy, isProxy: true },
    ...(isLarger(large, proxy) ? [{ name: '2160p' as const, ...large, isProxy: false }] : []),
  ]
}

function isLarger(a: Size, b: Size): boolean {
  return a.width * a.height > b.width * b.height
}

/** The derivative of a rung other than the proxy. */
export function renditionName(name: RungName): string {
  return `rendition-${name}.mp4`
}

/** A finished part of a proxy that is being made. Its name says which frames it has. */
export type PartFrames = { firstFrame: number; frames: number }

export function partName({ firstFrame, frames }: PartFrames): string {
  return `parts/${firstFrame}-${frames}.mp4`
}

/** undefined: the derivative is no part. */
export function partFrames(name: string): PartFrames | undefined {
  const [, firstFrame, frames] = /^parts\/(\d+)-([1-9]\d*)\.mp4$/.exec(name) ?? []
  return frames === undefined ? undefined : { firstFrame: Number(firstFrame), frames: Number(frames) }
}

/** Derivatives that no watermark is drawn into: guests of a share with one never get them. */
export function isUnmarked(name: string): boolean {
  return /^(rendition-|parts\/|checks\.)/.test(name)
}
