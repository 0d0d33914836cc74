// Plays the finished part of a proxy that is still being made: its parts are appended to a media source as they appear.

export type Part = { firstFrame: number; frames: number; url: string }

export type Parts = {
  /** For the video element. */
  url: string
  /** Parts that are finished by now; those known before are ignored. */
  add: (parts: readonly Part[]) => void
  close: () => void
}

type SourceClass = { new (): MediaSource; isTypeSupported(type: string): boolean }

function sourceClass(): SourceClass | undefined {
  const { ManagedMediaSource, MediaSource } = globalThis as {
    ManagedMediaSource?: SourceClass
    MediaSource?: SourceClass
  }
  // iPhones have only the managed one.
  return ManagedMediaSource ?? MediaSource
}

export function canPlayParts(mimeType: string): boolean {
  return sourceClass()?.isTypeSupported(mimeType) === true
}

/** Seconds around the playhead that stay buffered when the browser refuses more. */
const keptAround = 20

/**
 * `seconds`: the length of the whole video. `video` is where it plays; parts that follow the playhead are loaded first.
 */
export function openParts(mimeType: string, seconds: number, video: () => HTMLVideoElement | null): Parts {
  const source = new (sourceClass()!)()
  const url = URL.createObjectURL(source)
  const ended = new AbortController()
  let all: readonly Part[] = []
  const appended = new Set<number>()
  let wake = () => {}

  source.addEventListener('sourceopen', () => void run().catch(() => close()), { once: true })

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
      await append(buffer, await answer.arrayBuffer())
      appended.add(next.firstFrame)
    }
  }

  /** A full buffer is emptied behind the playhead. */
  async function append(buffer: SourceBuffer, bytes: ArrayBuffer) {
    for (;;) {
      try {
        buffer.appendBuffer(bytes)
        return await updated(buffer, ended.signal)
      } catch (error) {
        if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error
        const until = (video()?.currentTime ?? 0) - keptAround
        const from = buffer.buffered.length > 0 ? buffer.buffered.start(0) : 0
        if (until > from) {
          buffer.remove(0, until)
          await updated(buffer, ended.signal)
        } else await later(ended.signal)
      }
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

/** Until the playhead has moved on. */
function later(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, 1000)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
