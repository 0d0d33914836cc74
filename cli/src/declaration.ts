// What is known of a command: its words, its arguments and its flags. Parsing, help and completion follow from it.

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

export type Argument = {
  /** As help shows it, such as `project-id`. */
  name: string
  help: string
  /** Its name in the input. */
  key?: string
  optional?: true
  /** It takes all words that are left. */
  many?: true
}

/** A flag of a command that is not an operation, or of all commands. */
export type Flag = {
  name: string
  short?: string
  /** How help calls its value; without one it is a switch. */
  value?: string
  /** The value may be left out. */
  valueOptional?: true
  many?: true
  values?: readonly string[]
  help: string
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
