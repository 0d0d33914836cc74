// Draws the stills of a report, some at a time, so that others get their views in between.
import { ApiError } from '../../../core/errors.ts'
import { type Tile, type Views, viewLimits } from '../../../core/views.ts'
import type { Still } from './plan-stills.ts'

export type DrawnStills = {
  /** JPEG by key. */
  images: Map<string, Uint8Array>
  /** The keys for which there was no time. */
  late: ReadonlySet<string>
}

export type StillWork = { views: Views; userId: string; signal: AbortSignal; seconds: number }

export async function drawStills(
  stills: readonly Still[],
  { views, userId, signal, seconds }: StillWork,
): Promise<DrawnStills> {
  const deadline = performance.now() + seconds * 1000
  const images = new Map<string, Uint8Array>()
  const late = new Set<string>()

  async function draw(some: readonly Still[]): Promise<void> {
    if (performance.now() > deadline) {
      for (const { key } of some) late.add(key)
      return
    }
    try {
      const plans = some.map(({ tile }) => planOf(tile))
      const drawn = await views.draw({ plans, text: null }, userId, signal)
      for (const [n, { data }] of drawn.images.entries()) images.set(some[n]!.key, data)
    } catch (error) {
      if (!(error instanceof ApiError) || !canSkip.has(error.code)) throw error
      // One of them cannot be drawn: the others can.
      if (some.length > 1) for (const still of some) await draw([still])
    }
  }

  for (let first = 0; first < stills.length; first += viewLimits.images)
    await draw(stills.slice(first, first + viewLimits.images))
  return { images, late }
}

/** Failures of a file. A server that is busy, or a client that is gone, ends the report. */
const canSkip: ReadonlySet<string> = new Set(['not_viewable', 'view_took_too_long', 'conflict'])

function planOf(tile: Tile) {
  return { columns: 1, tiles: [tile] }
}
