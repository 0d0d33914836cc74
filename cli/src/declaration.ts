// How a command is declared: its words, arguments and flags. Parsing, help and completion follow from it.
import type { Context } from './context.ts'
import type { Argument, Flag, Parsed } from './kit/flags.ts'

export type Command = {
  words: readonly string[]
  summary: string
  args: readonly Argument[]
  flags: readonly Flag[]
  /** Set where the command is a call of an operation: its fields are flags as well. */
  operation?: Operation
  details?: string
  examples?: readonly string[]
  run(parsed: Parsed, context: Context): Promise<void>
}

export type Field = {
  /** Its flag without the dashes: `access-range`, `sort.type`. */
  flag: string
  /** Where its value stands in the input. */
  path: readonly string[]
  /**
   * What a value is. `id`: the id of an object, which is sent as `{ id }`. `record`: an object, as JSON or as
   * `a=1,b=2` of the fields in `parts`. `map`: `name=value`, once for each. `json`: anything.
   */
  kind: 'text' | 'integer' | 'number' | 'boolean' | 'id' | 'record' | 'map' | 'json'
  /** It is a list: the flag may be repeated. */
  many?: true
  /** The word `null` means null. */
  nullable?: true
  required?: true
  /** What is sent when it is not given, although the API wants it to be. */
  otherwise?: null | readonly []
  values?: readonly string[]
  default?: unknown
  /** It may be long or secret, so that `--<flag>-file` reads it from a file. */
  fromFile?: true
  parts?: readonly Field[]
  help?: string
}

export type Operation = {
  /** Its name in the API and the SDK. */
  name: string
  /** Its name on the SDK's client, such as `folders.create`. */
  client: string
  words: readonly string[]
  summary: string
  method: string
  args: readonly (Argument & { key: string })[]
  fields: readonly Field[]
  /** What it answers: nothing, a record, all records at once, or a page of them. */
  answer: 'nothing' | 'record' | 'list' | 'cursor' | 'number'
  /** Only people in a browser may call it. */
  browserOnly?: true
}
