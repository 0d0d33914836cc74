// How a download names itself and whether a browser may show it.

/** Types that a browser shows without running anything in them. SVG, HTML and PDF are not: they hold script. */
const shown = /^(image\/(?!svg)[\w.+-]+|video\/[\w.+-]+|audio\/[\w.+-]+)$/i

export function mayBeShown(mimeType: string): boolean {
  return shown.test(mimeType)
}

/** The header of RFC 6266: the name in ASCII for old clients, and as it is for all others. */
export function contentDisposition(fileName: string, inline: boolean): string {
  // A client must not take a name for a path, nor meet half of a surrogate pair.
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

/** RFC 8187: what may stand unescaped is less than `encodeURIComponent` leaves. */
function extendedValue(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
