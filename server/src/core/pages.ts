// Both pagination styles: keyset cursors and page numbers.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { ApiError } from './errors.ts'
import { JsonText } from './json-text.ts'
import { type Fragment, fragment, nothing, verbatim } from './sql.ts'

export const pageSize = 50

// ---- Declarations -------------------------------------------------------------------------------------------

export type PageOutput<Item extends z.ZodType, Style extends 'cursor' | 'number' = 'cursor' | 'number'> = {
  page: Style
  item: Item
}
export type CursorPage<T> = { data: T[]; page: { next: string | null; prev: string | null } }
export type NumberedPage<T> = { data: T[]; page: { current: number; hasNext: boolean } }

export function cursorPage<Item extends z.ZodType>(item: Item): PageOutput<Item, 'cursor'> {
  return { page: 'cursor', item }
}

export function numberedPage<Item extends z.ZodType>(item: Item): PageOutput<Item, 'number'> {
  return { page: 'number', item }
}

/** The input fields of a cursor list. */
export const cursorInput = {
  next: z.string().max(1024).nullish().describe('Cursor from `page.next`: the page after.'),
  prev: z.string().max(1024).nullish().describe('Cursor from `page.prev`: the page before.'),
}

/** The input field of a page-number list. */
export const pageNumber = z.int().min(1).max(100).default(1).describe('Page number.')

// ---- Page numbers -------------------------------------------------------------------------------------------

/**
 * `limit … offset …` for a page; one row more than the page shows whether there is a next page. On the first page
 * neither is a parameter: without knowing how few rows are requested, Postgres would plan anew at each call (0.5 ms).
 */
export function pageWindow(page: number): Fragment {
  const limit = verbatim(`limit ${pageSize + 1}`)
  return page === 1 ? limit : fragment`${limit} offset ${(page - 1) * pageSize}`
}

export function pageOf<Row, T>(page: number, rows: Row[], record: (row: Row) => T): NumberedPage<T> {
  const data = rows.slice(0, pageSize).map(record)
  return { data, page: { current: page, hasNext: rows.length > pageSize } }
}

/** The same from the text of the records. */
export function pageOfText<T>(page: number, { more, utf8 }: RecordsText): JsonText<NumberedPage<T>> {
  return new JsonText(listBytes(utf8, `,"page":{"current":${page},"hasNext":${more}}`))
}

// ---- The order of an index -----------------------------------------------------------------------------------

/**
 * Follows the table of a list that is read along an index: a relation of one row, which Postgres takes for a thousand. Expecting more
 * rows than a page, it reads the first ones in the order of the index and stops. Otherwise, where statistics are missing or older than
 * the rows, it expects less than a page, and reads and sorts the whole list (decision 117). Join other tables to the page, not to the
 * list: Postgres would plan such joins for a few rows out of very many.
 */
export const expectMany = verbatim('cross join generate_series(1, (select 1)) many')

// ---- Cursors ------------------------------------------------------------------------------------------------

/** Signs with the first key and accepts any, so that the key can be rotated. */
export type CursorSigner = {
  sign(binding: string, position: string): string
  verify(binding: string, cursor: string): string | undefined
}

const macLength = 16

export function createCursorSigner(keys: readonly Buffer[]): CursorSigner {
  function mac(key: Buffer, binding: string, position: string): Buffer {
    return createHmac('sha256', key)
      .update(binding)
      .update('\0')
      .update(position)
      .digest()
      .subarray(0, macLength)
  }
  return {
    sign: (binding, position) =>
      Buffer.concat([mac(keys[0]!, binding, position), Buffer.from(position)]).toString('base64url'),
    verify(binding, cursor) {
      const bytes = Buffer.from(cursor, 'base64url')
      // Decoding skips characters that are not base64url; an altered cursor must not pass because of that.
      if (bytes.length <= macLength || bytes.toString('base64url') !== cursor) return undefined
      const position = bytes.subarray(macLength).toString()
      const given = bytes.subarray(0, macLength)
      return keys.some((key) => timingSafeEqual(mac(key, binding, position), given)) ? position : undefined
    },
  }
}

export type Keyset = {
  /** The values that a cursor is bound to: operation, workspace, filters and sort. */
  binding: readonly unknown[]
  /** The sort columns as SQL, with their types; together they are unique. */
  columns: readonly (readonly [sql: string, type: string])[]
  direction: 'asc' | 'desc'
  /** Chat-like lists open at their last page. */
  startAtEnd?: boolean
  /**
   * The columns that lead the index of the list, and their values, which are constant for the list; replaces `where
   * …`. They are queried as a range, which only this index has in the order of the list. With equalities, Postgres
   * could walk another index in that order and skip the rows of other lists: 100 ms for a page out of 300,000 rows
   * when its statistics mislead it. The table of the list is followed by `expectMany`.
   */
  within?: readonly (readonly [sql: string, type: string, value: unknown])[]
  /** With `within`: the values of the sort columns after which the first page starts. */
  startAfter?: readonly unknown[] | undefined
  /**
   * Hides the values from the planner. Where it takes the rows for few because of them, it never finds a plan for all values
   * cheaper than one for these, and plans anew at each call: 3.4 ms for a page of projects, which takes 3.1 ms to read.
   */
  hideValues?: true
}

// Below and above all values of a type: the start of the first page of a list with `within`.
const ends: Record<string, readonly [lowest: string, highest: string]> = {
  uuid: ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  timestamptz: ['-infinity', 'infinity'],
  bigint: ['-9223372036854775808', '9223372036854775807'],
}

/** The records of a page as Postgres has written them, one after the other. */
export type RecordsText = { more: boolean; utf8: Buffer | null }
/** The column with the number of a row in its page, from 1. */
type RowNumber = 'c.n' | 'p.n'

/** Selects a `RecordsText` from the rows of a page, and one row more if there is one, with the text `json` each. */
export function recordsText(json: Fragment, n: RowNumber, direction: 'asc' | 'desc'): Fragment {
  return fragment`${verbatim(`count(*) > ${pageSize}`)} as more, string_agg(${json}, ',' order by ${verbatim(`${n} ${direction}`)})
    filter (where ${verbatim(`${n} <= ${pageSize}`)}) as utf8`
}

export type PageText = RecordsText & {
  /** The sort columns of the first and of the last row of a full page, as JSON, in the order in which rows are read. */
  first: string | null
  last: string | null
}

/** A keyset list for one request: the start position, the order, and the page built from the rows. */
export function keysetPage(
  cursors: CursorSigner,
  input: { next?: string | null | undefined; prev?: string | null | undefined },
  keyset: Keyset,
) {
  if (typeof input.next === 'string' && typeof input.prev === 'string') {
    const message = 'Send `next` or `prev`, not both.'
    throw new ApiError('invalid_request', { errors: [{ path: '/prev', code: 'exclusive', message }] })
  }
  const binding = JSON.stringify([keyset.binding, keyset.direction])
  const cursor = input.next ?? input.prev ?? undefined
  const position = cursor === undefined ? undefined : readCursor(cursors, binding, cursor)
  const backwards = typeof input.prev === 'string' || (cursor === undefined && keyset.startAtEnd === true)
  const ascending = (keyset.direction === 'asc') !== backwards

  return {
    /** The values of the sort columns at the cursor; undefined without one. */
    position,
    /** The values of the sort columns after which the page continues, when it continues forward. */
    continues: backwards ? undefined : position,
    /** `and (…) > (…)`, or nothing on the first page. */
    after: range(keyset, position, ascending),
    /** `order by … limit …`: one row more than a page, which shows whether there are more. */
    order: verbatim(`${sorted(keyset, ascending)} limit ${pageSize + 1}`),
    /** The number of a row within `order`, from 1; to be selected as `n`. */
    number: verbatim(`row_number() over (${sorted(keyset, ascending)})`),
    /** Selects a `PageText` from the rows of the page, which have their number in the column `n`, and the text `json` each. */
    text(json: Fragment, n: RowNumber): Fragment {
      const key = verbatim(`json_build_array(${keyset.columns.map(([column]) => column).join(', ')})::text`)
      return fragment`${recordsText(json, n, backwards ? 'desc' : 'asc')},
        min(${key}) filter (where ${verbatim(`${n} = 1`)}) as first,
        min(${key}) filter (where ${verbatim(`${n} = ${pageSize}`)}) as last`
    },
    /** Builds the page from the row that `text` selects. */
    ofText<T>({ more, utf8, first, last }: PageText): JsonText<CursorPage<T>> {
      const sign = (key: string | null) => (key === null ? null : cursors.sign(binding, key))
      const [beyond, before] = [more ? sign(last) : null, cursor === undefined ? null : sign(first)]
      const page = backwards ? { next: before, prev: beyond } : { next: beyond, prev: before }
      return new JsonText(listBytes(utf8, `,"page":${JSON.stringify(page)}`))
    },
    /** Builds the page; `key` returns a row's values of the sort columns. */
    of<Row, T>(rows: Row[], key: (row: Row) => readonly unknown[], record: (row: Row) => T): CursorPage<T> {
      const { shown, page } = cut(rows, key)
      return { data: shown.map(record), page }
    },
    /** The same from the text of each record, as `recordText` selects it. */
    textOf<Row extends { json: string }>(rows: Row[], key: (row: Row) => readonly unknown[]): string {
      const { shown, page } = cut(rows, key)
      const data = shown.map(({ json }) => json).join()
      return `{"data":[${data}],"page":${JSON.stringify(page)}}`
    },
  }

  /** The rows of the page in its order, without the one that shows whether there are more. */
  function cut<Row>(rows: Row[], key: (row: Row) => readonly unknown[]) {
    const more = rows.length > pageSize
    const shown = rows.slice(0, pageSize)
    if (backwards) shown.reverse()
    const sign = (row: Row) => cursors.sign(binding, JSON.stringify(key(row)))
    const hasNext = backwards ? cursor !== undefined : more
    const hasPrev = backwards ? more : cursor !== undefined
    const first = shown[0]
    const last = shown.at(-1)
    const page = {
      next: hasNext && last !== undefined ? sign(last) : null,
      prev: hasPrev && first !== undefined ? sign(first) : null,
    }
    return { shown, page }
  }
}

function readCursor(cursors: CursorSigner, binding: string, cursor: string): unknown[] {
  const position = cursors.verify(binding, cursor)
  if (position === undefined) throw new ApiError('invalid_cursor')
  return JSON.parse(position)
}

function range(keyset: Keyset, position: unknown[] | undefined, ascending: boolean): Fragment {
  const { columns, within, startAfter, hideValues } = keyset
  const [beyond, upTo] = ascending ? ['>', '<='] : ['<', '>=']
  if (within === undefined) return position === undefined ? nothing : comparison(columns, position, beyond)
  const values = within.map(([, , value]) => value)
  const start = position ?? startAfter ?? columns.map(([, type]) => ends[type]![ascending ? 0 : 1])
  const leading = within.map(([column, type]) => [column, type] as const)
  return fragment`${comparison([...leading, ...columns], [...values, ...start], beyond, hideValues)}
    ${comparison(leading, values, upTo, hideValues)}`
}

function comparison(
  columns: Keyset['columns'],
  values: unknown[],
  operator: string,
  hideValues?: true,
): Fragment {
  const cast = (value: unknown, type: string) => fragment`${value}::${verbatim(type)}`
  const hidden = (value: unknown, type: string) => fragment`(select ${value}::${verbatim(type)})`
  const left = verbatim(columns.map(([column]) => column).join(', '))
  const right = columns
    .map(([, type], i) => (hideValues ? hidden : cast)(values[i], type))
    .reduce((list, value) => fragment`${list}, ${value}`)
  return fragment`and (${left}) ${verbatim(operator)} (${right})`
}

/**
 * `order by …`. The limit that follows is not a parameter: without knowing how few rows are requested, Postgres would plan
 * anew at each call.
 */
function sorted({ columns, within = [] }: Keyset, ascending: boolean): string {
  const direction = ascending ? 'asc' : 'desc'
  return `order by ${[...within, ...columns].map(([column]) => `${column} ${direction}`).join(', ')}`
}

const listStart = '{"data":['

/** `{"data":[…]…}` around the records that Postgres has written, in one buffer. */
function listBytes(records: Buffer | null, rest: string): Buffer {
  const end = `]${rest}}`
  const size = records?.length ?? 0
  const bytes = Buffer.allocUnsafe(listStart.length + size + end.length)
  bytes.write(listStart, 'latin1')
  records?.copy(bytes, listStart.length)
  bytes.write(end, listStart.length + size, 'latin1')
  return bytes
}
