// From the bytes of a DataRow to an object.
import pg from 'pg'
import type { Column } from './messages.ts'

export type Row = Record<string, unknown>
/** Reads the row at `start`. */
export type RowReader = (bytes: Buffer, start: number) => Row
/**
 * A text column of this name is read as its bytes, for text that is sent on as it is: decoding and encoding 30 KB took a fifth of
 * a call. The bytes are a view of the chunk that arrived.
 */
const bytesColumn = 'utf8'
/** undefined: the text itself is the value. */
type Parse = ((text: string) => unknown) | undefined
export type ParserOf = (type: number) => (text: string) => unknown

/** For statements that return no rows. */
export const readNothing: RowReader = () => outOfStep()

const asText = pg.types.getTypeParser(pg.types.builtins.TEXT)
const compiled = new Map<string, RowReader>()

/**
 * A reader compiled to the object literal of these columns, whose rows all have one shape: a loop over names takes twice as
 * long. Columns are those of our statements, so there are few readers.
 */
export function compileReader(columns: readonly Column[], parserOf: ParserOf): RowReader {
  const key = JSON.stringify(columns)
  let reader = compiled.get(key)
  if (reader === undefined) {
    reader = compile(columns, parserOf)
    compiled.set(key, reader)
  }
  return reader
}

function compile(columns: readonly Column[], parserOf: ParserOf): RowReader {
  const parsers = columns.map(({ type }) => parse(parserOf, type))
  const values = columns.map(({ name }, i) => {
    const text = "bytes.toString('utf8', at, at += length)"
    const plain = name === bytesColumn ? 'bytes.subarray(at, at += length)' : text
    const value = parsers[i] === undefined ? plain : `parsers[${i}](${text})`
    return `length = bytes.readInt32BE(at); at += 4; const v${i} = length === -1 ? null : ${value}`
  })
  const last = new Map(columns.map(({ name }, i) => [name, i]))
  const fields = [...last].map(([name, i]) => `${JSON.stringify(name)}: v${i}`)
  const body = `if (bytes.readInt16BE(start) !== ${columns.length}) outOfStep()
    let at = start + 2, length
    ${values.join('\n')}
    return { ${fields.join(', ')} }`
  return new Function('parsers', 'outOfStep', `return (bytes, start) => { ${body} }`)(parsers, outOfStep)
}

/** A reader for a statement that may not come again. */
export function plainReader(columns: readonly Column[], parserOf: ParserOf): RowReader {
  const parsers = columns.map(({ type }) => parse(parserOf, type))
  return (bytes, start) => {
    if (bytes.readInt16BE(start) !== columns.length) outOfStep()
    const row: Row = {}
    let at = start + 2
    for (const [i, { name }] of columns.entries()) {
      const length = bytes.readInt32BE(at)
      at += 4
      row[name] = length === -1 ? null : value(name, parsers[i], bytes.subarray(at, at + length))
      at += Math.max(length, 0)
    }
    return row
  }
}

function value(name: string, parser: Parse, bytes: Buffer): unknown {
  if (parser !== undefined) return parser(bytes.toString())
  return name === bytesColumn ? bytes : bytes.toString()
}

function parse(parserOf: ParserOf, type: number): Parse {
  const parser = parserOf(type)
  return parser === asText ? undefined : parser
}

function outOfStep(): never {
  throw new Error('the database connection is out of step')
}
