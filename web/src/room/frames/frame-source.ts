// Decoded frames of a video by their index. They are decoded ahead of playback, in its direction and within a limit of
// memory, and closed when playback has passed them.
import type { Clock } from '../player/clock.ts'
import { openPackets, type Packets } from './packets.ts'

/** Of decoded frames, per video. */
export const maxBytes = 256 * 2 ** 20
/** Forwards, as many frames are decoded ahead. */
const maxAhead = 16
/** More than a decoder keeps before it returns the first frame. */
const maxInDecoder = 24
/** A decoder that returns nothing for this long, in ms, has stopped: it may have no more buffers. */
const patience = 10_000

export type FrameSource = {
  /** The memory that one frame takes. */
  frameBytes: number
  /** A decoded frame, if there is one. The source closes it: draw it at once. */
  get: (index: number) => VideoFrame | undefined
  /** Decodes from an index on. Frames that are not wanted are decoded, too, but not kept. */
  start: (from: number, direction: 1 | -1, isWanted: (index: number) => boolean) => void
  /** Closes the frames before an index, in the direction of playback. */
  pass: (index: number) => void
  /** Stops decoding, and closes all frames. */
  rest: () => void
  close: () => void
}

/** Throws as `openPackets` does. `onFailed`: a part of the file could not be read or decoded. */
export async function openFrameSource(
  url: () => string,
  clock: Clock,
  onFailed: () => void,
): Promise<FrameSource> {
  const packets = await openPackets(url, clock)
  const { codedWidth = 1920, codedHeight = 1080 } = packets.config
  const frameBytes = codedWidth * codedHeight * 1.5
  const frames = new Map<number, VideoFrame>()
  let run: Run | undefined

  function rest() {
    run?.stop()
    run = undefined
    for (const frame of frames.values()) frame.close()
    frames.clear()
  }

  return {
    frameBytes,
    get: (index) => frames.get(index),
    start(from, direction, isWanted) {
      rest()
      const fail = () => {
        rest()
        onFailed()
      }
      run = startRun({ packets, clock, frames, frameBytes, from, direction, isWanted, fail })
    },
    pass: (index) => run?.pass(index),
    rest,
    close() {
      rest()
      packets.close()
    },
  }
}

type RunOptions = {
  packets: Packets
  clock: Clock
  frames: Map<number, VideoFrame>
  frameBytes: number
  from: number
  direction: 1 | -1
  isWanted: (index: number) => boolean
  fail: () => void
}

type Run = { pass: (index: number) => void; stop: () => void }

/** Decodes in one direction until it is stopped. */
function startRun({ packets, clock, frames, frameBytes, from, direction, isWanted, fail }: RunOptions): Run {
  let isOver = false
  let edge = from
  let inDecoder = 0
  let wake = () => {}
  const capacity = Math.max(3, Math.min(maxAhead, Math.floor(maxBytes / frameBytes)))
  const isPast = (index: number) => (index - edge) * direction < 0

  const decoder = new VideoDecoder({
    output(frame) {
      inDecoder--
      const index = clock.startingAt(frame.timestamp / 1e6)
      if (isOver || isPast(index) || frames.has(index) || !(isWanted(index) || index === from)) frame.close()
      else frames.set(index, frame)
      wake()
    },
    error: giveUp,
  })
  decoder.configure(packets.config)

  function stop() {
    isOver = true
    if (decoder.state !== 'closed') decoder.close()
    wake()
  }
  function giveUp() {
    if (isOver) return
    stop()
    fail()
  }

  /** A frame was returned or passed. */
  const change = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })

  /** Where no frames wait to be passed, only the decoder can be late. */
  async function until(isSo: () => boolean): Promise<void> {
    while (!isOver && !isSo()) {
      const timer = direction < 0 || frames.size <= 1 ? setTimeout(giveUp, patience) : undefined
      await change()
      clearTimeout(timer)
    }
  }

  type Packet = Awaited<ReturnType<Packets['keyAt']>>
  function decode(packet: Packet) {
    inDecoder++
    decoder.decode(packet.toEncodedVideoChunk())
  }

  async function flush(): Promise<void> {
    if (isOver) return
    const timer = setTimeout(giveUp, patience)
    await decoder.flush().finally(() => clearTimeout(timer))
  }

  async function forwards(): Promise<void> {
    const hasSpace = () => frames.size < capacity && frames.size + inDecoder < maxInDecoder
    for (
      let packet: Packet | null = await packets.keyAt(from);
      packet && !isOver;
      packet = await packets.next(packet)
    ) {
      decode(packet)
      await until(hasSpace)
    }
    await flush()
  }

  /** Group by group, each of them forwards; one group ahead. */
  async function backwards(): Promise<void> {
    for (let last = from; last >= 0 && !isOver; ) {
      const key = await packets.keyAt(last)
      const first = packets.indexOf(key)
      const needed = Array.from({ length: last - first + 1 }, (_, at) => first + at).filter(isWanted).length
      const isFull = () => frames.size > needed || (frames.size + needed) * frameBytes > maxBytes
      while (!isOver && frames.size > 1 && isFull()) await change()
      for (
        let packet: Packet | null = key;
        packet && !isOver && packets.indexOf(packet) <= last;
        packet = await packets.next(packet)
      ) {
        decode(packet)
        await until(() => inDecoder < maxInDecoder)
      }
      await flush()
      last = first - 1
    }
  }

  void (direction > 0 ? forwards() : backwards()).catch(giveUp)
  return {
    stop,
    pass(index) {
      edge = index
      for (const [number, frame] of frames) {
        if (!isPast(number)) continue
        frame.close()
        frames.delete(number)
      }
      wake()
    },
  }
}
