// Distinguishes kinds of text files.

const byExtension: Record<string, string> = {
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.csv': 'text/csv',
  '.obj': 'model/obj',
  '.mtl': 'model/mtl',
  '.srt': 'application/x-subrip',
}
const byExtensionOfJson: Record<string, string> = {
  '.json': 'application/json',
  '.gltf': 'model/gltf+json',
}

/** UTF-8 or UTF-16 with a byte order mark, without control characters other than those of text. */
export function looksLikeText(bytes: Buffer): boolean {
  if (isUtf16(bytes)) return true
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  if (/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(bytes.toString('latin1'))) return false
  try {
    // Streaming, so that a character that is truncated at the end is not an error.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

export function sniffText(bytes: Buffer, extension: string): string {
  const text = decode(bytes).trimStart()
  const markup = withoutProlog(text)
  if (/^<svg[\s>:]/i.test(markup)) return 'image/svg+xml'
  if (/^<(!doctype\s+html|html|head|body|script|iframe|style|title|meta|link|object|embed)\b/i.test(markup)) {
    return 'text/html'
  }
  if (/^<\?xml\s/i.test(text)) return 'application/xml'
  if (/^WEBVTT\b/.test(text)) return 'text/vtt'
  if (/^solid\b[^\n]*\n\s*facet\s+normal\b/.test(text)) return 'model/stl'
  const named = byExtension[extension] ?? (/^[{[]/.test(text) ? byExtensionOfJson[extension] : undefined)
  return named ?? 'text/plain'
}

function isUtf16(bytes: Buffer): boolean {
  const mark = bytes.subarray(0, 2).toString('latin1')
  return mark === '\xff\xfe' || mark === '\xfe\xff'
}

function decode(bytes: Buffer): string {
  const encoding = !isUtf16(bytes) ? 'utf-8' : bytes[0] === 0xff ? 'utf-16le' : 'utf-16be'
  return new TextDecoder(encoding).decode(bytes)
}

/** The text after an XML declaration, comments and a doctype of SVG. */
function withoutProlog(text: string): string {
  let rest = text
  for (let match: RegExpExecArray | null; ; rest = rest.slice(match[0].length)) {
    match = /^(?:<\?.*?\?>|<!--.*?-->|<!doctype\s+svg[^>[]*(?:\[.*?\]\s*)?>)\s*/is.exec(rest)
    if (match === null) return rest
  }
}
