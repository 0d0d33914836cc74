// The name of a colour profile, from its `desc` tag: ASCII in version 2, UTF-16 in version 4.
import { plain } from '../technical.ts'

const maxTags = 200

export function profileName(icc: Buffer): string | null {
  if (icc.length < 132) return null
  const tags = Math.min(icc.readUInt32BE(128), maxTags)
  for (let at = 132; at < 132 + tags * 12 && at + 12 <= icc.length; at += 12) {
    if (icc.toString('latin1', at, at + 4) !== 'desc') continue
    const start = icc.readUInt32BE(at + 4)
    return plain(textOf(icc.subarray(start, start + icc.readUInt32BE(at + 8))))
  }
  return null
}

function textOf(tag: Buffer): string | undefined {
  const type = tag.toString('latin1', 0, 4)
  if (type === 'desc' && tag.length > 12) return tag.toString('latin1', 12, 12 + tag.readUInt32BE(8))
  if (type !== 'mluc' || tag.length < 28) return undefined
  const [length, start] = [tag.readUInt32BE(20), tag.readUInt32BE(24)]
  const text = tag.subarray(start, start + length)
  return new TextDecoder('utf-16be').decode(text.subarray(0, text.length & ~1))
}
