// Draws watermarks in a confined child: the texts are from strangers, and the images were made from their files.
import { runNodeChild } from '../../sandbox/node-child.ts'
import { outsideOfCode } from '../../sandbox/node-code.ts'
import { childFailure, decoderSlot, stillLimits } from '../children/run-decoder.ts'
import type { Size } from './draw-mark.ts'
import type { ImageTask } from './draw-marked-image.ts'
import type { Mark } from './mark.ts'

/** The place of the overlay on the frame. */
export type DrawnOverlay = { left: number; top: number }

export type MarkInput = {
  mark: Mark
  fonts: readonly string[]
  /** A PNG with the mark for a video of this size. */
  overlay: (Size & { target: string }) | null
  images: readonly ImageTask[]
}
export type MarkAnswer = { drawn: DrawnOverlay | null }

export type MarkRun = MarkInput & {
  /** Contains all targets. */
  folder: string
  signal: AbortSignal
  report(progress: number): void
}

export function runMark({ folder, signal, report, ...input }: MarkRun): Promise<MarkAnswer> {
  return decoderSlot(async () => {
    signal.throwIfAborted()
    const { answer, ...ended } = await runNodeChild<MarkAnswer>({
      module: new URL('./mark-child.ts', import.meta.url),
      ...{ input, folder, limits: stillLimits, signal },
      files: [...input.images.map(({ source }) => source), ...outsideOfCode(input.fonts)],
      onMessage: (message) => report(Number((message as { progress?: unknown } | null)?.progress)),
    })
    if (answer) return trusted(answer)
    throw childFailure(ended) ?? new Error(`drawing a watermark failed: ${ended.complaint}`)
  })
}

/** A hijacked child can answer with any JSON, and the place becomes a part of a command. */
function trusted({ drawn }: MarkAnswer): MarkAnswer {
  return { drawn: drawn && { left: Math.trunc(Number(drawn.left)), top: Math.trunc(Number(drawn.top)) } }
}
