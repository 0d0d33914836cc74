/** The text of a marker file: UTF-16 from Premiere Pro, mostly UTF-8 from others, and Windows-1252 from old programs. */
export function decodeMarkerFile(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Limits of the API. */
const mostCharacters = 900_000
const mostBytes = 1_000_000

/**
 * The text without the parts of a project that say nothing about markers, if it is too long to send: sequences of Premiere Pro and Final
 * Cut Pro have megabytes of effects. Undefined if it is still too long.
 */
export function fittingText(text: string): string | undefined {
  if (fits(text)) return text
  if (!/^\s*</.test(text)) return undefined
  const shorter = text
    .replace(
      /<(filter|file|logginginfo|colorinfo|link|labels|metadata)(?:\s[^<>]*)?(?<!\/)>[\s\S]*?<\/\1>/g,
      '',
    )
    .replace(/<(?:filter-video|filter-audio|param|keyframe|md)\s[^<>]*\/>/g, '')
    .replace(/>\s+</g, '><')
  return fits(shorter) ? shorter : undefined
}

function fits(text: string): boolean {
  return text.length <= mostCharacters && new TextEncoder().encode(JSON.stringify(text)).length <= mostBytes
}
