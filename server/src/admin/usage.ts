// From words to a command and its values, and the usage that explains them: both from the declarations.
import { parseArgs } from 'node:util'
import { AdminError, type Command, misused, type Options } from './command.ts'

const program = 'npm run -s dailies -- admin'

export type Request = { help: string } | { command: Command; values: Record<string, unknown>; json: boolean }

/** A wrong call of a command: the complaint, and how it is called. */
export class UsageError extends AdminError {
  readonly usage: string

  constructor(message: string, usage: string) {
    super(2, message)
    this.usage = usage
  }
}

export function readRequest(args: string[], commands: Command[]): Request {
  const [first, second] = args
  if (first === undefined || isHelp(first)) return { help: overview(commands) }
  const command = commands.find(({ name }) => name === first || name === `${first} ${second}`)
  if (command) return readValues(command, args.slice(command.name.split(' ').length))
  const group = commands.filter(({ name }) => name.startsWith(`${first} `))
  if (group.length === 0) throw new UsageError(`there is no command "admin ${first}"`, overview(commands))
  if (second !== undefined && isHelp(second)) return { help: overview(group) }
  const complaint = second === undefined ? `"admin ${first}" takes one more word` : unknown(first, second)
  throw new UsageError(complaint, overview(group))
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h' || word === 'help'
}

function unknown(...words: string[]): string {
  return `there is no command "admin ${words.join(' ')}"`
}

function readValues(command: Command, args: string[]): Request {
  const texts = split(command, args)
  if (texts.help === true) return { help: usage(command) }
  const values: Record<string, unknown> = {}
  for (const [name, option] of Object.entries(command.options)) {
    const text = texts[name]
    if (text === undefined) {
      if (option.required) throw new UsageError(`--${name} is missing`, usage(command))
      continue
    }
    values[name] = parse(name, () => option.parse(String(text)))
  }
  return { command, values, json: texts.json === true }
}

function split(command: Command, args: string[]): Record<string, string | boolean | undefined> {
  const options = Object.entries(command.options).map(
    ([name, { value }]) => [name, { type: value === null ? 'boolean' : 'string' }] as const,
  )
  try {
    const { values } = parseArgs({
      args,
      options: {
        ...Object.fromEntries(options),
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    return values
  } catch (error) {
    // Node's advice goes on about positional arguments, of which there are none here.
    const [message] = (error as Error).message.split(/\. To specify a positional|\. This command does not/)
    throw new UsageError(message!.replaceAll('\n', ' '), usage(command))
  }
}

function parse(name: string, read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    if (error instanceof AdminError) throw misused(`--${name}: ${error.message}`)
    throw error
  }
}

function overview(commands: Command[]): string {
  const lines = commands.map((command) => `  ${call(command)}\n      ${command.summary}`)
  return `Usage: ${program} …

${lines.join('\n')}

With --json, or when the output is not a terminal, the result is one line of JSON.
--help after a command explains its options. The database is the one that the server uses
(DATABASE_URL, or the embedded one in DATA_DIR), and the server may run meanwhile, or not.
`
}

function usage(command: Command): string {
  const rows = Object.entries(command.options).map(
    ([name, { value, help }]) => [value === null ? `--${name}` : `--${name} ${value}`, help] as const,
  )
  const all = [...rows, ['--json', 'print the result as one line of JSON'] as const]
  const width = Math.max(...all.map(([left]) => left.length))
  const lines = all.map(([left, help]) => `  ${left.padEnd(width)}  ${help}`)
  const details = command.details === undefined ? '' : `\n${command.details}\n`
  return `Usage: ${program} ${call(command)}\n\n${command.summary}\n\n${lines.join('\n')}\n${details}`
}

function call({ name, options }: { name: string; options: Options }): string {
  const words = Object.entries(options).map(([option, { value, required }]) => {
    const text = value === null ? `--${option}` : `--${option} ${value}`
    return required ? text : `[${text}]`
  })
  return [name, ...words].join(' ')
}
