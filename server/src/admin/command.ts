// A command is a value, like an operation: its options are declared once, and parsing, checks and usage follow.
import type { Config } from '../config.ts'
import type { Connection } from '../core/connection.ts'
import type { DatabaseClient } from '../database/client.ts'

/** What the operator did wrong or asked for in vain. The message is one clear line that says what to do. */
export class AdminError extends Error {
  override name = 'AdminError'
  readonly exitCode: number

  constructor(exitCode: 1 | 2, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** The command was right, but what it names is not there or not possible. */
export function failed(message: string, options?: ErrorOptions): AdminError {
  return new AdminError(1, message, options)
}

/** The command itself is wrong. */
export function misused(message: string): AdminError {
  return new AdminError(2, message)
}

export type Context = {
  config: Config
  connection: Connection
  database: DatabaseClient
  /** Says something to the operator that is not the result. */
  warn(line: string): void
}

/** `json` is for programs, `text` for people. */
export type Result = { json: unknown; text: string }

export type Option<T = unknown> = {
  /** How the value is called in the usage; null for a switch, which takes none. */
  value: string | null
  help: string
  required: boolean
  parse(text: string): T
}

export type Options = Record<string, Option>

export function required<T>(value: string, help: string, parse: (text: string) => T) {
  return { value, help, parse, required: true as const }
}

export function optional<T>(value: string, help: string, parse: (text: string) => T) {
  return { value, help, parse, required: false as const }
}

export function flag(help: string) {
  return { value: null, help, parse: () => true, required: false as const }
}

export type Values<O extends Options> = {
  [Name in keyof O]: O[Name] extends { required: true }
    ? ReturnType<O[Name]['parse']>
    : ReturnType<O[Name]['parse']> | undefined
}

export type Command<O extends Options = Options> = {
  /** The words that call it, such as `key create`. */
  name: string
  summary: string
  /** What more there is to know, for its own usage. */
  details?: string
  options: O
  /** Takes the embedded database for itself (no server may run on it), and brings about the schema itself. */
  exclusive?: boolean | ((values: Values<O>) => boolean)
  run(values: Values<O>, context: Context): Promise<Result>
}

export function defineCommand<O extends Options>(command: Command<O>): Command {
  return command as unknown as Command
}
