// Parses the words after `dailies admin` into a command and its values, and prints their help: both from the
// declarations.

import { CommandError, usageError } from '../../../cli/src/kit/errors.ts'
import { findCommand, unknownCommand } from '../../../cli/src/kit/find-command.ts'
import { type Flag, isOn, lastText, parseWords } from '../../../cli/src/kit/flags.ts'
import { flagRows, type Page, section, usage } from '../../../cli/src/kit/help-page.ts'
import { createStyle } from '../../../cli/src/kit/style.ts'
import { program } from '../core/program.ts'
import type { Command, Options } from './command.ts'

const adminProgram = `${program} admin`
const page: Page = { style: createStyle(false), columns: 100 }

export type Request = { help: string } | { command: Command; values: Record<string, unknown>; json: boolean }

/** A command was called with wrong arguments: the message, and the help of the command. */
export class MisuseError extends CommandError {
  readonly help: string

  constructor(message: string, help: string) {
    super(2, message)
    this.help = help
  }
}

export function readRequest(args: string[], commands: Command[]): Request {
  if (args[0] === undefined || isHelp(args[0])) return { help: overview(commands) }
  const named = commands.map((command) => ({ command, words: command.name.split(' ') }))
  const { command: found, words, group } = findCommand(named, args)
  if (found) return readValues(found.command, args.slice(words.length))
  const help = overview(group.map(({ command }) => command))
  const next = args[words.length]
  if (next === undefined) throw new MisuseError(`"admin ${words.join(' ')}" needs one more word.`, help)
  if (isHelp(next)) return { help }
  throw new MisuseError(unknownCommand(named, args, ['admin']).message, help)
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h' || word === 'help'
}

function readValues(command: Command, args: string[]): Request {
  const parsed = withHelp(command, () => parseWords(args, flagsOf(command)))
  if (isOn(parsed.values, 'help')) return { help: commandHelp(command) }
  const [extra] = parsed.args
  if (extra !== undefined) throw new MisuseError(`Unexpected argument "${extra}".`, commandHelp(command))
  const values: Record<string, unknown> = {}
  for (const [name, option] of Object.entries(command.options)) {
    const isSwitch = option.value === null
    const text = isSwitch && isOn(parsed.values, name) ? '' : lastText(parsed.values, name)
    if (text !== undefined) values[name] = parseValue(name, () => option.parse(text))
    else if (option.required) throw new MisuseError(`--${name} is required.`, commandHelp(command))
  }
  return { command, values, json: isOn(parsed.values, 'json') }
}

function flagsOf({ options }: Command): Flag[] {
  const own = Object.entries(options).map(([name, { value, help }]) => ({
    name,
    help,
    ...(value === null ? {} : { value }),
  }))
  return [
    ...own,
    { name: 'json', help: 'print the result as one line of JSON' },
    { name: 'help', short: 'h', help: 'show this help' },
  ]
}

function withHelp<T>(command: Command, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof CommandError ? new MisuseError(error.message, commandHelp(command)) : error
  }
}

function parseValue(name: string, read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    throw error instanceof CommandError ? usageError(`--${name}: ${error.message}`) : error
  }
}

function overview(commands: Command[]): string {
  return [
    usage(`${adminProgram} <command> [options]`, page),
    section(
      'Commands',
      commands.map((command) => [call(command), command.summary]),
      page,
    ),
    `With --json, or when the output is not a terminal, the result is one line of JSON.
--help after a command explains its options. The commands use the database of the server
(DATABASE_URL, or the embedded one in DATA_DIR), whether or not the server is running.
`,
  ].join('\n')
}

function commandHelp(command: Command): string {
  const parts = [
    `${command.summary}\n`,
    usage(`${adminProgram} ${call(command)}`, page),
    section('Options', flagRows(flagsOf(command)), page),
    ...(command.details === undefined ? [] : [`${command.details}\n`]),
  ]
  return parts.join('\n')
}

function call({ name, options }: { name: string; options: Options }): string {
  const words = Object.entries(options).map(([option, { value, required }]) => {
    const text = value === null ? `--${option}` : `--${option} ${value}`
    return required ? text : `[${text}]`
  })
  return [name, ...words].join(' ')
}
