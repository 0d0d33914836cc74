// The name of a file that was downloaded from an address.

const longest = 255

/** The last part of the path of an address, or its host. */
export function fileNameOf({ pathname, hostname }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '') ?? ''
  return cleaned(decoded(last)) ?? hostname
}

/** The name that a Content-Disposition header gives, by RFC 6266; undefined for none. */
export function namedBy(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const [, encoded] = /;\s*filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(header) ?? []
  if (encoded !== undefined) return cleaned(decoded(encoded))
  const [, quoted, plain] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header) ?? []
  // Node reads headers as Latin-1; servers send UTF-8.
  const bytes = Buffer.from(quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '', 'latin1').toString('utf8')
  return cleaned(bytes)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A name, and not a path: without control characters, within the limit of names, the extension intact. */
function cleaned(text: string): string | undefined {
  const name = text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed.
    .replace(/[\u0000-\u001f\u007f]/g, '')
    .split(/[/\\]/)
    .at(-1)!
    .trim()
  if (name === '' || /^\.+$/.test(name)) return undefined
  const characters = [...name]
  if (characters.length <= longest) return name
  const [extension = ''] = /\.\w{1,10}$/.exec(name) ?? []
  return characters.slice(0, longest - extension.length).join('') + extension
}
