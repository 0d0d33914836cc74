// A command is a value, like an operation: its options are declared once; parsing, checks and help follow from them.
import type { Config } from '../config.ts'
import type { AuditSource } from '../core/audit-targets.ts'
import type { Connection } from '../core/connection.ts'
import type { DatabaseClient } from '../database/client.ts'

export type Context = {
  config: Config
  connection: Connection
  database: DatabaseClient
  /** Prints a line for the operator on stderr, apart from the result. */
  warn(line: string): void
}

/** `json` is printed for programs, `text` for people. */
export type Result = { json: unknown; text: string }

export type Option<T = unknown> = {
  /** The placeholder of the value in help; null for a switch, which takes no value. */
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

/**
 * The audit logs that get an entry of the command: that of the workspace of a record, those of the workspaces of a user, or those
 * of all workspaces. null: the command changes nothing.
 */
export type Concern = { of: AuditSource; id: string } | 'all' | null

export type Command<O extends Options = Options> = {
  /** The words after `admin`, such as `key create`. */
  name: string
  summary: string
  /** A longer explanation, for the help of the command. */
  details?: string
  options: O
  /** The command needs the embedded database alone (no server may run on it) and migrates the schema itself. */
  exclusive?: boolean | ((values: Values<O>) => boolean)
  run(values: Values<O>, context: Context): Promise<Result>
  /** Called after `run`, with its result. */
  concerns(values: Values<O>, result: Result): Concern
}

export function defineCommand<O extends Options>(command: Command<O>): Command {
  return command as unknown as Command
}
