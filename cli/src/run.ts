// Runs a command line and returns its exit code.
import { below, commands, findCommand } from './catalogue.ts'
import { type Context, createContext } from './context.ts'
import type { Command } from './declaration.ts'
import { exitCodes } from './exit-codes.ts'
import { explain } from './explain.ts'
import { fieldShapes, globalFlags } from './flags.ts'
import { commandHelp, groupHelp, overview, topicHelp } from './help.ts'
import type { Io } from './io.ts'
import { usageError } from './kit/errors.ts'
import { unknownCommand } from './kit/find-command.ts'
import { type FlagShape, isOn, type Parsed, takeWord } from './kit/flags.ts'
import type { Page } from './kit/help-page.ts'
import { serverCommands } from './kit/server-commands.ts'
import { createStyle } from './kit/style.ts'
import { version } from './version.ts'

export async function run(words: readonly string[], io: Io): Promise<number> {
  let command: Command | undefined
  let context: Context | undefined
  try {
    if (words[0] === '__complete') {
      const { complete } = await import('./completion.ts')
      await io.stdout.write(await complete(words.slice(1), io))
      return 0
    }
    const request = readRequest(words, (found) => {
      command = found
    })
    context = createContext(io, request.globals.values)
    if (isOn(request.globals.values, 'version')) await io.stdout.write(`${version}\n`)
    else if (request.help !== undefined) await io.stdout.write(helpFor(request.help, io, context))
    else await request.command!.run(request.parsed!, context)
    return io.signal.aborted ? exitCodes.interrupted : 0
  } catch (error) {
    return report(error, io, command, context)
  }
}

type Request = {
  globals: Parsed
  command?: Command
  parsed?: Parsed
  /** The words to show help for. */
  help?: readonly string[]
}

/** Flags before the command are global; after it, flags of the command hide global flags of the same name. */
function readRequest(words: readonly string[], found: (command: Command) => void): Request {
  const globals: Parsed = { args: [], values: new Map() }
  let at = 0
  while (at < words.length) {
    const isFlag = words[at]!.startsWith('-')
    if (isFlag && findCommand(globals.args).command) break
    const before = globals.args.length
    const next = takeWord(words, at, globalFlags, globals)
    if (globals.args.length > before && below(globals.args).length === 0) break
    at = next
  }
  if (globals.args[0] === 'help')
    return { globals, help: words.filter((word) => !word.startsWith('-')).slice(1) }
  const { command, words: taken, group } = findCommand(globals.args)
  if (taken.length === 0 && globals.args.length > 0) throw noSuchCommand(globals.args)
  if (!command) {
    if (globals.args.length > taken.length) throw noSuchCommand(globals.args)
    return { globals, help: taken }
  }
  found(command)
  return { globals, command, ...readRest(command, words.slice(at), globals, group.length > 1) }
}

function readRest(command: Command, rest: readonly string[], globals: Parsed, isGroup: boolean) {
  const own: FlagShape[] = [...command.flags, ...fieldShapes(command.operation?.fields ?? [])]
  const names = new Set(own.map(({ name }) => name))
  const shapes = [...own, ...globalFlags]
  const parsed: Parsed = { args: [], values: new Map() }
  for (let i = 0; i < rest.length; ) i = takeWord(rest, i, shapes, parsed)
  for (const { name } of globalFlags) {
    const values = parsed.values.get(name)
    if (values && !names.has(name)) globals.values.set(name, values)
  }
  const alone = isGroup && parsed.args.length === 0 && command.args.some(({ optional }) => !optional)
  if (isOn(globals.values, 'help') || (alone && parsed.values.size === 0)) return { help: command.words }
  if (command.operation === undefined) checkArguments(command, parsed.args)
  return { parsed }
}

/** Operations check their arguments themselves, because --input may contain them. */
function checkArguments({ args }: Command, given: readonly string[]): void {
  const missing = args.find(({ optional }, i) => !optional && given[i] === undefined)
  if (missing) throw usageError(`<${missing.name}> is required.`)
  const extra = args.some(({ many }) => many) ? undefined : given[args.length]
  if (extra !== undefined) throw usageError(`Unexpected argument "${extra}".`)
}

function noSuchCommand(words: readonly string[]): Error {
  const programs = serverCommands.map(([name]) => ({ words: [name] }))
  return unknownCommand([...commands, ...programs], words)
}

function helpFor(words: readonly string[], io: Io, context: Context): string {
  const page: Page = { style: context.style, columns: io.stdout.isTerminal ? io.stdout.columns() : 80 }
  const topic = words.length === 1 ? topicHelp(words[0]!, page, context.config.path) : undefined
  if (topic !== undefined) return topic
  const { command, words: taken, group } = findCommand(words)
  if (taken.length < words.length) throw noSuchCommand(words)
  if (taken.length === 0) return overview(page)
  if (command && group.length > 1)
    return `${commandHelp(command, page)}\n${groupHelp(
      taken,
      group.filter((one) => one !== command),
      page,
    )}`
  return command ? commandHelp(command, page) : groupHelp(taken, group, page)
}

async function report(error: unknown, io: Io, command: Command | undefined, context: Context | undefined) {
  if (io.signal.aborted) return exitCodes.interrupted
  const target = await context?.target().catch(() => undefined)
  const { exitCode, text } = explain(error, {
    command,
    url: target?.url,
    signedIn: target?.key !== undefined || target?.profile !== undefined,
    style: createStyle(io.stderr.isTerminal && !io.environment.noColor),
  })
  if (text !== '') await io.stderr.write(`${text}\n`)
  return exitCode
}
