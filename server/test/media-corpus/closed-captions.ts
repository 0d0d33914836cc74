// H.264 with closed captions (CEA-608 as in ATSC A/53) in its frames, which no encoder of ffmpeg writes from text.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Two bytes for each frame, with odd parity. */
type Pair = [number, number]

const resume: Pair = [0x14, 0x20]
const clearMemory: Pair = [0x14, 0x2e]
const lastRow: Pair = [0x14, 0x70]
const show: Pair = [0x14, 0x2f]
const clearScreen: Pair = [0x14, 0x2c]

/** Each text is loaded before its frame `from` and shown from it until `to`; controls are sent twice, as the standard asks. */
export function makeClosedCaptions(
  folder: string,
  texts: readonly { from: number; to: number; text: string }[],
): string {
  const sent = new Map<number, Pair>()
  const put = (frame: number, pairs: readonly Pair[]) => {
    for (const [n, pair] of pairs.entries()) sent.set(frame + n, pair)
  }
  for (const { from, to, text } of texts) {
    const load = [resume, resume, clearMemory, clearMemory, lastRow, lastRow, ...lettersOf(text)]
    put(from - load.length, load)
    put(from, [show, show])
    put(to, [clearScreen, clearScreen])
  }
  const [plain, captioned] = [join(folder, 'plain.h264'), join(folder, 'captioned.h264')]
  const source = '-f lavfi -i testsrc2=size=64x64:rate=30000/1001:duration=3'
  const codec = '-c:v libx264 -bf 0 -pix_fmt yuv420p -x264-params slices=1 -f h264'
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...`${source} ${codec}`.split(' '), plain])
  writeFileSync(
    captioned,
    withMessages(readFileSync(plain), (frame) => messageOf(sent.get(frame))),
  )
  return captioned
}

function lettersOf(text: string): Pair[] {
  const codes = [...text].map((letter) => letter.charCodeAt(0))
  return Array.from({ length: Math.ceil(codes.length / 2) }, (_, n) => [codes[2 * n]!, codes[2 * n + 1] ?? 0])
}

/** Inserts a message before the image of each frame; an image is one slice. */
function withMessages(stream: Buffer, message: (frame: number) => Buffer): Buffer {
  const parts: Buffer[] = []
  const code = Buffer.from([0, 0, 1])
  let frame = 0
  for (let at = stream.indexOf(code); at >= 0; ) {
    const next = stream.indexOf(code, at + 3)
    const type = stream[at + 3]! & 31
    if (type === 1 || type === 5) parts.push(message(frame++))
    parts.push(stream.subarray(at, next < 0 ? stream.length : next))
    at = next
  }
  return Buffer.concat(parts)
}

/** A supplemental message (SEI) of type 4: registered by the ATSC, with one pair of bytes of the first field. */
function messageOf([first, second]: Pair = [0, 0]): Buffer {
  const data = [
    0xb5,
    0x00,
    0x31,
    ...Buffer.from('GA94'),
    0x03,
    0xc1,
    0xff,
    0xfc,
    odd(first),
    odd(second),
    0xff,
  ]
  const plain = [0x06, 0x04, data.length, ...data, 0x80]
  // Two zeros before a small number would look like the start of another unit.
  const escaped = plain.flatMap((byte, n) =>
    byte <= 3 && n > 1 && plain[n - 1] === 0 && plain[n - 2] === 0 ? [3, byte] : [byte],
  )
  return Buffer.from([0, 0, 1, ...escaped])
}

function odd(byte: number): number {
  const ones = [0, 1, 2, 3, 4, 5, 6].filter((bit) => byte & (1 << bit)).length
  return ones % 2 === 1 ? byte : byte | 0x80
}
