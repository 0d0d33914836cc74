// The encoded frames of a proxy by their index.
import { CustomSource, type EncodedPacket, EncodedPacketSink, Input, MP4 } from 'mediabunny'
import type { Clock } from '../player/clock.ts'
import { openRanges } from './ranges.ts'

export type Packets = {
  config: VideoDecoderConfig
  /** The key frame from which an index can be decoded. */
  keyAt: (index: number) => Promise<EncodedPacket>
  /** The frame after another one; null after the last. */
  next: (packet: EncodedPacket) => Promise<EncodedPacket | null>
  indexOf: (packet: EncodedPacket) => number
  close: () => void
}

/** Throws if the file cannot be read, this browser cannot decode it, or its frames are not those of the clock. */
export async function openPackets(url: () => string, clock: Clock): Promise<Packets> {
  const ranges = await openRanges(url)
  const source = new CustomSource({
    getSize: () => ranges.size,
    read: ranges.read,
    dispose: ranges.close,
    handleUnhandledError: () => undefined,
    maxCacheSize: 2 ** 21,
  })
  const input = new Input({ source, formats: [MP4] })
  try {
    const track = await input.getPrimaryVideoTrack()
    const config = await decodable((await track?.getDecoderConfig()) ?? null)
    const packets = new EncodedPacketSink(track!)
    const last = await packets.getPacket(Number.POSITIVE_INFINITY, { metadataOnly: true })
    const tolerance = clock.middleOf(clock.count - 1) - clock.startOf(clock.count - 1)
    if (!last || Math.abs(last.timestamp - clock.startOf(clock.count - 1)) > tolerance)
      throw new Error('the frames of the video are not those of its clock')
    return {
      config,
      async keyAt(index) {
        const packet = await packets.getKeyPacket(clock.middleOf(index))
        if (!packet) throw new Error(`no key frame before ${index}`)
        return packet
      },
      next: (packet) => packets.getNextPacket(packet),
      indexOf: ({ timestamp }) => clock.startingAt(timestamp),
      close: () => input.dispose(),
    }
  } catch (error) {
    input.dispose()
    throw error
  }
}

/** Decoders in hardware have few output buffers, and stop when a page holds that many frames: a whole group is more. */
const largestInSoftware = 2048 * 1152

async function decodable(config: VideoDecoderConfig | null): Promise<VideoDecoderConfig> {
  if (!config) throw new Error('no video that browsers decode')
  const pixels = (config.codedWidth ?? 0) * (config.codedHeight ?? 0)
  const quick: VideoDecoderConfig = { ...config, optimizeForLatency: true }
  const choices: VideoDecoderConfig[] =
    pixels > largestInSoftware ? [quick] : [{ ...quick, hardwareAcceleration: 'prefer-software' }, quick]
  for (const choice of choices) if ((await VideoDecoder.isConfigSupported(choice)).supported) return choice
  throw new Error(`this browser does not decode ${config.codec}`)
}
