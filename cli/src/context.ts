// The context that a command runs in.
import type { Dailies } from '@dailies/sdk'
import { exitCodes } from './exit-codes.ts'
import type { Io } from './io.ts'
import { CommandError } from './kit/errors.ts'
import { isOn, lastText, type Values } from './kit/flags.ts'
import { createStyle, type Style } from './kit/style.ts'
import { printable, printableLines } from './kit/terminal-text.ts'
import { jsonText } from './output/json.ts'
import { type ConfigFile, openConfigFile } from './settings/config-file.ts'
import { resolveTarget, type Target, type TargetFlags } from './settings/target.ts'
import { version } from './version.ts'

export type Context = {
  io: Io
  json: boolean
  style: Style
  /** The width of the terminal on stdout; undefined when stdout is not a terminal. */
  columns: number | undefined
  config: ConfigFile
  flags: TargetFlags
  /** Prints a result to stdout. */
  print(text: string): Promise<void>
  printJson(value: unknown): Promise<void>
  /** Prints a message for people to stderr, unless --quiet is set. */
  say(text: string): Promise<void>
  /** The server and the credential, from flags, environment and profile. */
  target(): Promise<Target>
  client(): Promise<Dailies>
}

export function createContext(io: Io, globals: Values): Context {
  const config = openConfigFile(io.environment.configFolder)
  const quiet = isOn(globals, 'quiet')
  const verbose = isOn(globals, 'verbose')
  const flags = {
    url: lastText(globals, 'url'),
    key: lastText(globals, 'key'),
    profile: lastText(globals, 'profile'),
  }
  const say = async (text: string) => (quiet ? undefined : io.stderr.write(`${printableLines(text)}\n`))
  let target: Promise<Target> | undefined
  let client: Promise<Dailies> | undefined
  const findTarget = () =>
    (target ??= config.read().then((data) => resolveTarget(flags, io.environment, data)))
  return {
    io,
    json: isOn(globals, 'json'),
    style: createStyle(io.stdout.isTerminal && !io.environment.noColor),
    columns: io.stdout.isTerminal ? io.stdout.columns() : undefined,
    config,
    flags,
    print: (text) => io.stdout.write(text),
    printJson: (value) => io.stdout.write(`${jsonText(value, 2)}\n`),
    say,
    target: findTarget,
    client: () => (client ??= findTarget().then((found) => connect(io, config, found, verbose, say))),
  }
}

/** Loads the SDK on the first call only, so that help starts fast. */
async function connect(
  io: Io,
  config: ConfigFile,
  { url, key, profile }: Target,
  verbose: boolean,
  say: (text: string) => Promise<void>,
): Promise<Dailies> {
  const { Dailies, DailiesConnectionError } = await import('@dailies/sdk')
  const fetch = verbose ? loggingFetch(io) : io.fetch
  // A person is waiting: fewer retries than a program would make.
  const options = { baseUrl: url, userAgent: `dailies-cli/${version}`, fetch, maxRetries: 2 }
  if (key !== undefined) return new Dailies({ ...options, token: key })
  if (profile === undefined) return new Dailies(options)
  if (await config.isExposed())
    await say(
      `Warning: other users can read ${config.path}, which contains your credentials. Run: chmod 600 ${config.path}`,
    )
  const { oauth, key: kept } = (await config.read()).profiles[profile]!
  if (oauth === undefined) return new Dailies({ ...options, token: kept })
  const { accessToken } = await import('./login/refresh.ts')
  const token = (refused?: string) =>
    accessToken(io.fetch, config, profile, refused).catch((error) => {
      // Commands that wait for the server, such as `events --follow`, also wait while tokens cannot be refreshed.
      if (!(error instanceof CommandError) || error.exitCode !== exitCodes.unavailable) throw error
      throw new DailiesConnectionError(error.message, { cause: error.cause })
    })
  return new Dailies({ ...options, token })
}

/** Logs each request, retries included. */
function loggingFetch(io: Io): typeof fetch {
  return async (input, init) => {
    const started = performance.now()
    const { pathname } = new URL(String(input))
    const log = (outcome: string) =>
      io.stderr.write(
        `${init?.method ?? 'GET'} ${pathname} ${outcome} ${Math.round(performance.now() - started)} ms\n`,
      )
    try {
      const response = await io.fetch(input, init)
      const id = response.headers.get('x-request-id')
      await log(`${response.status}${id === null ? '' : ` request ${printable(id)}`}`)
      return response
    } catch (error) {
      await log('no response')
      throw error
    }
  }
}
