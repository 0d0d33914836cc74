import { commands } from './catalogue.ts'
import type { Command, Field } from './declaration.ts'
import { exitCodeHelp } from './exit-codes.ts'
import { globalFlags } from './flags.ts'
import { exampleText, flagRows, type Page, paragraph, type Row, section, usage } from './kit/help-page.ts'
import { serverCommands } from './kit/server-commands.ts'

export function overview(page: Page): string {
  const singles = ['login', 'logout', 'whoami', 'profiles', 'open', 'events', 'check', 'completion']
  const start = singles.map((word): Row => [word, commands.find(({ words }) => words[0] === word)!.summary])
  const resources = [
    ...new Set(commands.filter(({ words }) => words.length > 1).map(({ words }) => words[0]!)),
  ].sort()
  const work = resources
    .filter((name) => name !== 'profiles')
    .map((name): Row => [name, verbs(name).join(', ')])
  return [
    'Dailies on the command line: review media work in progress.\n',
    usage('dailies <command> [arguments] [flags]', page),
    section('Get started', start, page),
    section('Resources', work, page),
    section('Server commands (where the server is installed)', serverCommands, page),
    section('Global flags', flagRows(globalFlags), page),
    section('Learn more', learnMore, page),
  ].join('\n')
}

const learnMore: Row[] = [
  ['dailies files', 'list the commands for files'],
  ['dailies files upload --help', 'show the flags of a command, with examples'],
  ['dailies help environment', 'environment variables and the settings file'],
  ['dailies help exit-codes', 'exit codes for scripts'],
]

function verbs(resource: string): string[] {
  return commands
    .filter(({ words }) => words[0] === resource && words.length > 1)
    .map(({ words }) => words[1]!)
    .sort()
}

export function groupHelp(words: readonly string[], group: readonly Command[], page: Page): string {
  const rows = [...group]
    .sort((a, b) => (a.words.join(' ') < b.words.join(' ') ? -1 : 1))
    .map((command): Row => [shortCall(command), command.summary])
  return [
    usage(`dailies ${words.join(' ')} <command> [arguments] [flags]`, page),
    section('Commands', rows, page),
    `\`dailies ${words.join(' ')} <command> --help\` shows the flags of a command, with examples.\n`,
  ].join('\n')
}

export function commandHelp(command: Command, page: Page): string {
  const { args, flags, details, examples = [], operation } = command
  const fields = operation?.fields ?? []
  const needed = fields.filter(({ required }) => required).flatMap(fieldRows)
  const free = fields.filter(({ required }) => !required).flatMap(fieldRows)
  const shadowed = new Set([...flags.map(({ name }) => name), ...fields.map(({ flag }) => flag)])
  const global = globalFlags.filter(({ name }) => !shadowed.has(name)).map(({ name }) => `--${name}`)
  const parts = [
    `${paragraph(command.summary, page)}\n`,
    usage(fullCall(command), page),
    args.length > 0
      ? section(
          'Arguments',
          args.map((arg): Row => [argumentWord(arg), arg.help]),
          page,
        )
      : '',
    needed.length > 0 ? section('Required', needed, page) : '',
    free.length + flags.length > 0 ? section('Flags', [...free, ...flagRows(flags)], page) : '',
    details === undefined ? '' : `${paragraph(details, page)}\n`,
    examples.length > 0
      ? `${page.style.bold('Examples')}\n${examples.map((line) => exampleText(line, page)).join('')}`
      : '',
    `${paragraph(`Global flags: ${global.join(' ')}`, page)}\n`,
  ]
  return parts.filter((part) => part !== '').join('\n')
}

export function topicHelp(topic: string, page: Page, configPath: string): string | undefined {
  if (topic === 'exit-codes')
    return section(
      'Exit codes',
      exitCodeHelp.map(([code, help]): Row => [String(code), help]),
      page,
    )
  if (topic !== 'environment') return undefined
  return [
    section('Environment', environmentRows, page),
    paragraph(
      `Profiles, with their keys and tokens, are stored in ${configPath}. Flags override environment variables, which override the profile.`,
      page,
    ),
    '',
  ].join('\n')
}

const environmentRows: Row[] = [
  ['DAILIES_URL', 'The address of the server.'],
  ['DAILIES_API_KEY', 'The API key to use.'],
  ['DAILIES_PROFILE', 'The profile to use.'],
  ['NO_COLOR', 'Set it to disable colours.'],
  ['FFMPEG, FFPROBE', 'The programs that `check` measures files with. Default: those of the system.'],
  ['MEDIA_SANDBOX', 'How `check` opens files: auto, require or off. Default: auto.'],
  ['XDG_CONFIG_HOME', 'The parent folder of the settings folder `dailies`.'],
]

function fullCall(command: Command): string {
  const fields = command.operation?.fields ?? []
  const required = fields
    .filter((field) => field.required)
    .map((field) => `--${field.flag} ${valueWord(field)}`)
  const more = fields.length > required.length || command.flags.length > 0 ? ['[flags]'] : []
  return [shortCall(command, true), ...required, ...more].join(' ')
}

function shortCall({ words, args }: Command, full = false): string {
  return [...(full ? ['dailies', ...words] : words.slice(1)), ...args.map(argumentWord)].join(' ')
}

export function argumentWord({
  name,
  optional,
  many,
}: {
  name: string
  optional?: true
  many?: true
}): string {
  const word = `<${name}>${many ? '…' : ''}`
  return optional ? `[${word}]` : word
}

function fieldRows(field: Field): Row[] {
  const { flag, kind, help = '', values, default: standard, fromFile, many } = field
  const notes = [
    help,
    ...(values && valueWord(field) === 'VALUE' ? [`One of: ${values.join(', ')}.`] : []),
    ...(many ? ['Repeat the flag for several values.'] : []),
    ...(standard === undefined || typeof standard === 'object' ? [] : [`Default: ${standard}.`]),
  ]
  const left = kind === 'boolean' ? `--${flag}, --no-${flag}` : `--${flag} ${valueWord(field)}`
  const row: Row = [left, notes.filter((note) => note !== '').join(' ')]
  return fromFile ? [row, [`--${flag}-file PATH`, 'Read it from a file; - for stdin.']] : [row]
}

function valueWord({ kind, values, parts }: Field): string {
  if (values) return values.join('|').length <= 40 ? values.join('|') : 'VALUE'
  if (kind === 'record') return parts!.map((part) => `${part.flag}=…`).join(',')
  const words = {
    text: 'TEXT',
    integer: 'N',
    number: 'N',
    id: 'ID',
    map: 'NAME=VALUE',
    json: 'JSON',
    boolean: '',
  }
  return words[kind]
}
