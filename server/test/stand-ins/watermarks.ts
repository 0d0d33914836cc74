// Draws watermarks as text, and waits or fails where a test wants it to.
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Derivative } from '../../src/media/processor.ts'
import type { MakeWatermark, MarkWork } from '../../src/media/watermark/make-watermark.ts'

export type StandInWatermarks = {
  make: MakeWatermark
  /** Every copy that was begun. */
  begun: MarkWork[]
  /** The next copies wait until they are released or aborted. */
  hold(): void
  release(): void
  /** The next copies of this part fail with this error; undefined: no more. */
  failWith(error: Error | undefined, part?: MarkWork['part']): void
}

/** The bytes that the stand-in makes of a derivative of this name. */
export function markedBytes(text: string, name: string): string {
  return `${text}: ${name}`
}

export function standInWatermarks(): StandInWatermarks {
  const begun: MarkWork[] = []
  let gate: PromiseWithResolvers<void> | undefined
  let failure: { error: Error; part: MarkWork['part'] | undefined } | undefined
  return {
    begun,
    hold() {
      gate = Promise.withResolvers()
    },
    release() {
      gate?.resolve()
      gate = undefined
    },
    failWith(error, part) {
      failure = error && { error, part }
    },
    async make(work) {
      begun.push(work)
      if (gate) await Promise.race([gate.promise, aborted(work.signal)])
      if (failure && (failure.part ?? work.part) === work.part) throw failure.error
      return writeAll(work)
    },
  }
}

/** Waits while the test, in another process, holds the gate `watermark`, which is a file. */
export function gatedWatermarks(gates: string): MakeWatermark {
  return async (work) => {
    await writeFile(join(work.folder, 'litter'), Buffer.alloc(1000))
    await writeFile(join(gates, `at-${work.part}`), '')
    while (existsSync(join(gates, 'hold-watermark'))) await pause(5, undefined, { signal: work.signal })
    return writeAll(work)
  }
}

function writeAll({ folder, sources, mark }: MarkWork): Promise<Derivative[]> {
  return Promise.all(
    sources.map(async ({ name, mimeType }) => {
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, markedBytes(mark.text, name))
      return { name, path, mimeType }
    }),
  )
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    if (signal.aborted) reject(signal.reason)
  })
}
