// The file name that a download is saved under, and whether a browser may display it inline.

/**
 * Types that a browser displays without running code in them. SVG, HTML and PDF are excluded: they can contain
 * scripts.
 */
const shown = /^(image\/(?!svg)[\w.+-]+|video\/[\w.+-]+|audio\/[\w.+-]+)$/i

export function mayBeShown(mimeType: string): boolean {
  return shown.test(mimeType)
}

/** The header of RFC 6266: the name in ASCII for old clients, and unchanged in UTF-8 for all others. */
export function contentDisposition(fileName: string, inline: boolean): string {
  // Clients must not read the name as a path, nor receive half of a surrogate pair.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced.
  const name = fileName.toWellFormed().replace(/[/\\\u0000-\u001f\u007f]/g, '_') || 'file'
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["%/\\]/gu, '_')
  const type = inline ? 'inline' : 'attachment'
  if (ascii === name) return `${type}; filename="${ascii}"`
  return `${type}; filename="${ascii}"; filename*=UTF-8''${extendedValue(name)}`
}

/** RFC 8187 allows fewer unescaped characters than `encodeURIComponent` leaves. */
function extendedValue(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
