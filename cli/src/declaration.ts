// How a command is declared: its words, arguments and flags. Parsing, help and completion follow from it.
import type { Context } from './context.ts'
import type { Argument, Flag, Parsed } from './kit/flags.ts'

export type Command = {
  words: readonly string[]
  summary: string
  args: readonly Argument[]
  flags: readonly Flag[]
  /** Set when the command calls one operation: the fields of the operation are flags too. */
  operation?: Operation
  details?: string
  examples?: readonly string[]
  run(parsed: Parsed, context: Context): Promise<void>
}

export type Field = {
  /** The flag without dashes: `access-range`, `sort.type`. */
  flag: string
  /** The path of the value in the input. */
  path: readonly string[]
  /**
   * The type of a value. `id`: the ID of an object, sent as `{ id }`. `record`: an object, as JSON or as `a=1,b=2` with
   * the fields in `parts`. `map`: `name=value`, once for each entry. `json`: any JSON.
   */
  kind: 'text' | 'integer' | 'number' | 'boolean' | 'id' | 'record' | 'map' | 'json'
  /** The field is a list: the flag may be repeated. */
  many?: true
  /** The word `null` means null. */
  nullable?: true
  required?: true
  /** The value sent for a field that the API requires when the flag is not given. */
  otherwise?: null | readonly []
  values?: readonly string[]
  default?: unknown
  /** Long or secret: `--<flag>-file` reads the value from a file. */
  fromFile?: true
  parts?: readonly Field[]
  help?: string
}

export type Operation = {
  /** The name in the API and the SDK. */
  name: string
  /** The method of the SDK's client, such as `folders.create`. */
  client: string
  words: readonly string[]
  summary: string
  method: string
  args: readonly (Argument & { key: string })[]
  fields: readonly Field[]
  /** The result: none, a record, a complete list, or a page of a list. */
  answer: 'nothing' | 'record' | 'list' | 'cursor' | 'number'
  /** The operation requires a browser session. */
  browserOnly?: true
}
