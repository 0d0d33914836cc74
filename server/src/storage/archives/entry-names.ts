// Names of the entries of an archive: safe to extract on every system, and unique on those that ignore case.
import { extname } from 'node:path'

/** File systems limit names to 255 bytes or 255 UTF-16 units; a name has fewer units than bytes. */
const maxBytes = 255
/** A longer one is not an extension, but a name with a dot. */
const maxExtension = 16

const forbidden = /[\\/:*?"<>|\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu
/** Names of devices on Windows, whatever their extension. */
const device = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)/iu

/** A name without a path, which no system reads as anything but the name of a file. */
export function safeName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(forbidden, '_')
    .replace(/^\s+|[\s.]+$/gu, '')
    // A hidden file would be extracted and not be seen.
    .replace(/^\.+/, '_')
  return cut(device.test(plain) ? `_${plain}` : plain, '')
}

/** The name with a suffix before its extension, cut to the length that file systems take. */
function cut(name: string, suffix: string): string {
  const extension = extensionOf(name)
  const stem = name.slice(0, name.length - extension.length)
  const ending = suffix + extension
  return (cutText(stem, maxBytes - Buffer.byteLength(ending)) || '_') + ending
}

/** The beginning of a text that fits into this many bytes. It ends with neither a space nor a dot. */
function cutText(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  let length = 0
  let left = bytes
  for (const character of text) {
    left -= Buffer.byteLength(character)
    if (left < 0) break
    length += character.length
  }
  return text.slice(0, length).replace(/[\s.]+$/u, '')
}

function extensionOf(name: string): string {
  const extension = extname(name)
  return extension.length > maxExtension ? '' : extension
}

/** The name with another extension, such as that of a proxy. */
export function withExtension(name: string, extension: string): string {
  const own = extensionOf(name)
  return `${name.slice(0, name.length - own.length)}${extension}`
}

/** Returns a path in a folder (`''` or `Shots/Day 1/`) that it has not returned before, in any case of its letters. */
export type NameEntry = (folder: string, name: string) => string

export function createNamer(): NameEntry {
  const taken = new Set<string>()
  // The next number to try for a name, so that 10,000 files of one name do not try all numbers again.
  const numbers = new Map<string, number>()
  return (folder, name) => {
    const safe = safeName(name)
    const first = folder + safe
    const key = folded(first)
    let path = first
    let number = numbers.get(key) ?? 2
    while (taken.has(folded(path))) path = `${folder}${cut(safe, ` (${number++})`)}`
    numbers.set(key, number)
    taken.add(folded(path))
    return path
  }
}

/** The same for names that some system does not distinguish. */
function folded(path: string): string {
  return path.toUpperCase().toLowerCase().normalize('NFC')
}
