// Splits a fragmented MP4, while ffmpeg writes it, into its header and its fragments. Each fragment is a group of frames that
// begins with a key frame.
import { MediaFailure } from '../processor.ts'

/** Bytes of one `moof` with its `mdat`, and how many frames of the first track it has. */
export type VideoFragment = { bytes: Buffer; frames: number }

export type FragmentReader = {
  /** The header, with the content type and codecs: comes once, before all fragments. */
  onHeader(header: Buffer, mimeType: string): void
  onFragment(fragment: VideoFragment): void
}

/** A quarter second of video is far smaller, at any quality. */
const maxBox = 2 ** 28

/** Returns a function that takes the bytes in pieces of any size. */
export function readFragments({ onHeader, onFragment }: FragmentReader): (chunk: Buffer) => void {
  const header: Buffer[] = []
  let moof: Buffer | undefined
  const onBox = (type: string, box: Buffer) => {
    if (type === 'ftyp' || type === 'moov') header.push(box)
    if (type === 'moov') onHeader(Buffer.concat(header), mimeTypeOf(box))
    if (type === 'moof') moof = box
    if (type === 'mdat' && moof) {
      onFragment({ bytes: Buffer.concat([moof, box]), frames: framesOf(moof) })
      moof = undefined
    }
  }
  return byBox(onBox)
}

function byBox(onBox: (type: string, box: Buffer) => void): (chunk: Buffer) => void {
  let pieces: Buffer[] = []
  let length = 0
  return (chunk) => {
    pieces.push(chunk)
    length += chunk.length
    for (let size = boxSize(pieces, length); length >= size; size = boxSize(pieces, length)) {
      const whole = Buffer.concat(pieces)
      const box = whole.subarray(0, size)
      pieces = length > size ? [whole.subarray(size)] : []
      length -= size
      onBox(box.toString('latin1', 4, 8), box)
    }
  }
}

/** The size of the box that the pieces begin with; Infinity until its header is there. */
function boxSize(pieces: Buffer[], length: number): number {
  if (length < 16) return Number.POSITIVE_INFINITY
  if (pieces[0]!.length < 16) pieces.splice(0, pieces.length, Buffer.concat(pieces))
  const first = pieces[0]!
  const short = first.readUInt32BE(0)
  const size = short === 1 ? Number(first.readBigUInt64BE(8)) : short
  if (size < 8 || size > maxBox)
    throw new MediaFailure('tool_failed', 'The proxy could not be written.', true)
  return size
}

function* childrenOf(box: Buffer, from = 8): Generator<{ type: string; box: Buffer }> {
  for (let at = from; at + 8 <= box.length; ) {
    const size = box.readUInt32BE(at)
    if (size < 8 || at + size > box.length) return
    yield { type: box.toString('latin1', at + 4, at + 8), box: box.subarray(at, at + size) }
    at += size
  }
}

const videoTrack = 1

function framesOf(moof: Buffer): number {
  let frames = 0
  for (const traf of childrenOf(moof)) {
    if (traf.type !== 'traf') continue
    const children = [...childrenOf(traf.box)]
    const header = children.find(({ type }) => type === 'tfhd')
    if (header?.box.readUInt32BE(12) !== videoTrack) continue
    for (const { type, box } of children) if (type === 'trun') frames += box.readUInt32BE(12)
  }
  return frames
}

/** Such as `video/mp4;codecs="avc1.640028,mp4a.40.2"`: profile and level are those that the encoder has written. */
function mimeTypeOf(moov: Buffer): string {
  const at = moov.indexOf('avcC')
  const profile = at < 0 ? '640028' : moov.toString('hex', at + 5, at + 8)
  const codecs = [`avc1.${profile}`, ...(moov.includes('mp4a') ? ['mp4a.40.2'] : [])]
  return `video/mp4;codecs="${codecs.join(',')}"`
}
