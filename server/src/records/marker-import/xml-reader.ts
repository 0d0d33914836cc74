// A small reader of XML for files of strangers: elements, attributes and text. It knows the five entities of XML and numbers, and
// expands no others; a document type may not declare anything.
import { type ReadContext, unreadable } from './marker.ts'

export type XmlElement = {
  name: string
  attributes: ReadonlyMap<string, string>
  children: XmlElement[]
  /** The text directly inside, without that of the children. */
  text: string
}

const mostElements = 200_000
const deepest = 200

export function readXml(source: string, { own = false }: Pick<ReadContext, 'own'> = {}): XmlElement {
  const root: XmlElement = { name: '', attributes: new Map(), children: [], text: '' }
  const open = [root]
  let [at, elements] = [source.startsWith('\ufeff') ? 1 : 0, 0]
  while (at < source.length) {
    const parent = open.at(-1)!
    const tag = source.indexOf('<', at)
    const end = tag < 0 ? source.length : tag
    if (end > at && parent !== root) parent.text += unescapeXml(source.slice(at, end))
    if (tag < 0) break
    const skipped = skip(source, tag, parent)
    if (skipped !== undefined) {
      at = skipped
      continue
    }
    const close = tagEnd(source, tag)
    at = close + 1
    if (source[tag + 1] === '/') {
      if (open.length === 1 || source.slice(tag + 2, close).trim() !== parent.name) throw malformed()
      open.pop()
      continue
    }
    const empty = source[close - 1] === '/'
    const element = readTag(source.slice(tag + 1, empty ? close - 1 : close))
    parent.children.push(element)
    elements += 1
    if ((elements > mostElements && !own) || open.length > deepest)
      throw unreadable('This XML is too large or too deep.')
    if (!empty) open.push(element)
  }
  const [first] = root.children
  if (open.length !== 1 || root.children.length !== 1) throw malformed()
  return first!
}

/** The end of a comment, an instruction, a document type or a CDATA section, whose text it adds; undefined for a tag. */
function skip(source: string, tag: number, parent: XmlElement): number | undefined {
  if (source.startsWith('<!--', tag)) return after(source, '-->', tag + 4)
  if (source.startsWith('<?', tag)) return after(source, '?>', tag + 2)
  if (source.startsWith('<![CDATA[', tag)) {
    const end = after(source, ']]>', tag + 9)
    parent.text += source.slice(tag + 9, end - 3)
    return end
  }
  if (!source.startsWith('<!', tag)) return undefined
  const end = after(source, '>', tag)
  if (source.slice(tag, end).includes('[')) throw unreadable('A document type must not declare anything.')
  return end
}

function after(source: string, what: string, from: number): number {
  const found = source.indexOf(what, from)
  if (found < 0) throw malformed()
  return found + what.length
}

/** The `>` of a tag, which attributes may contain. */
function tagEnd(source: string, tag: number): number {
  let quote = ''
  for (let i = tag + 1; i < source.length; i++) {
    const character = source[i]!
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === '>') return i
  }
  throw malformed()
}

const nameForm = /^[\p{L}_][\p{L}\p{N}_.:-]{0,199}/u
const attributeForm = /\s+([\p{L}_][\p{L}\p{N}_.:-]{0,199})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/uy

function readTag(tag: string): XmlElement {
  const name = nameForm.exec(tag)?.[0]
  if (name === undefined) throw malformed()
  const attributes = new Map<string, string>()
  let at = name.length
  while (true) {
    attributeForm.lastIndex = at
    const found = attributeForm.exec(tag)
    if (found === null) break
    attributes.set(found[1]!, unescapeXml((found[2] ?? found[3]!).replace(/[\n\r\t]/g, ' ')))
    at = attributeForm.lastIndex
  }
  if (tag.slice(at).trim() !== '') throw malformed()
  return { name, attributes, children: [], text: '' }
}

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

function unescapeXml(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
  const [first, ...rest] = lines.split('&')
  if (rest.length === 0) return lines
  const parts = rest.map((part) => {
    const end = part.indexOf(';')
    if (end < 0 || end > longestReference) throw malformed()
    return character(part.slice(0, end)) + part.slice(end + 1)
  })
  return first + parts.join('')
}

const longestReference = 12

function character(reference: string): string {
  const known = entities.get(reference)
  if (known !== undefined) return known
  const [, hexadecimal, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(reference) ?? []
  const code = Number.parseInt(hexadecimal ?? decimal ?? '', hexadecimal === undefined ? 10 : 16)
  if (!(code > 0 && code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) throw malformed()
  return String.fromCodePoint(code)
}

function malformed() {
  return unreadable('Must be well-formed XML without entities of its own.')
}

/** The children with this name. */
export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? []
}

export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name)
}

export function childText(element: XmlElement | undefined, name: string): string {
  return childOf(element, name)?.text.trim() ?? ''
}

/** The first element with this name, at any depth, in document order. */
export function findElement(root: XmlElement, name: string): XmlElement | undefined {
  for (const element of everyElement(root)) if (element.name === name) return element
  return undefined
}

export function* everyElement(root: XmlElement): Generator<XmlElement> {
  const waiting = [root]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next
    for (let i = next.children.length - 1; i >= 0; i--) waiting.push(next.children[i]!)
  }
}
