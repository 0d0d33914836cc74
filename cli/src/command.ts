import type { Context } from './context.ts'
import type { Argument, Flag, Operation } from './declaration.ts'
import type { Parsed } from './parse.ts'

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
