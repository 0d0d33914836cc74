// The production processors, with steps that wait until the test releases them.
import type { Step } from '../../src/media/processor.ts'
import { createFindProcessor, type FindProcessor } from '../../src/media/processors.ts'

export type Held = {
  findProcessor: FindProcessor
  /** Resolves when the steps of this many files are waiting. */
  waiting(count?: number): Promise<void>
  /** Releases waiting and future steps. */
  release(): void
}

/** `steps`: names of the steps to hold, or `probe`. */
export function holdSteps(...steps: string[]): Held {
  const find = createFindProcessor({ ffmpeg: undefined, ffprobe: undefined })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let arrived = 0
  let look = () => {}
  const gate = async (name: string, signal: AbortSignal) => {
    if (!steps.includes(name)) return
    arrived++
    look()
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    await Promise.race([released, aborted])
  }
  const held = (step: Step): Step => ({
    ...step,
    async make(work, known) {
      await gate(step.name, work.signal)
      return step.make(work, known)
    },
  })
  return {
    release,
    waiting: (count = 1) =>
      new Promise((resolve) => {
        look = () => arrived >= count && resolve()
        look()
      }),
    async findProcessor(mimeType) {
      const processor = await find(mimeType)
      if (!processor) return undefined
      return {
        async probe(work) {
          await gate('probe', work.signal)
          return processor.probe(work)
        },
        steps: (info) => processor.steps(info).map(held),
        renditions(info, wanted) {
          const step = processor.renditions?.(info, wanted)
          return step && held(step)
        },
      }
    },
  }
}
