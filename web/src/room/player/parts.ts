// Plays the finished part of a proxy that is still being made: its parts are appended to a media source as they appear.
import { sourceClass } from './media-source.ts'

export type Part = { firstFrame: number; frames: number; url: string }

export type Parts = {
  /** For the video element. */
  url: string
  /** Parts that are finished by now; those known before are ignored. */
  add: (parts: readonly Part[]) => void
  close: () => void
}

/** `seconds`: the length of the whole video. */
export function openParts(mimeType: string, seconds: number): Parts {
  const source = new (sourceClass()!)()
  const url = URL.createObjectURL(source)
  const ended = new AbortController()
  let all: readonly Part[] = []
  const appended = new Set<number>()
  let wake = () => {}

  source.addEventListener('sourceopen', () => void run().catch(() => {}), { once: true })

  async function run() {
    source.duration = seconds
    const buffer = source.addSourceBuffer(mimeType)
    for (;;) {
      const next = all.find(({ firstFrame }) => !appended.has(firstFrame))
      if (!next) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      const answer = await fetch(next.url, { signal: ended.signal })
      if (!answer.ok) throw new Error(`${answer.status} for a part`)
      // A browser that has no place for more refuses: playing waits there for the proxy.
      buffer.appendBuffer(await answer.arrayBuffer())
      await updated(buffer, ended.signal)
      appended.add(next.firstFrame)
    }
  }

  function close() {
    if (ended.signal.aborted) return
    ended.abort()
    wake()
    URL.revokeObjectURL(url)
  }

  return {
    url,
    add(parts) {
      all = parts
      wake()
    },
    close,
  }
}

function updated(buffer: SourceBuffer, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { once: true, signal }
    buffer.addEventListener('updateend', () => resolve(), options)
    buffer.addEventListener('error', () => reject(new Error('The part cannot be played.')), options)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
