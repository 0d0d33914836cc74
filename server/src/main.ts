// The entry point: reads the command and the settings, and runs the service.

import { once } from 'node:events'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { errorText } from '../../cli/src/kit/errors.ts'
import { unknownCommand } from '../../cli/src/kit/find-command.ts'
import { type Page, section, usage } from '../../cli/src/kit/help-page.ts'
import { serverCommands } from '../../cli/src/kit/server-commands.ts'
import { createStyle } from '../../cli/src/kit/style.ts'
import { makeDemo } from './admin/demo/make-demo.ts'
import { type FirstStart, firstStart, firstStartText, writeFirstStart } from './admin/first-start.ts'
import { runAdmin } from './admin/run.ts'
import { type Config, readConfig } from './config.ts'
import { program } from './core/program.ts'
import type { Database } from './core/sql.ts'
import { StartupError } from './core/startup-error.ts'
import { openDatabase } from './database/open.ts'
import { namedStartError } from './database/readiness.ts'
import { createLogger } from './logging.ts'
import { migrateDatabase, type Service, startService } from './service.ts'
import { buildWhenStale } from './surfaces/web/build.ts'

const page: Page = { style: createStyle(false), columns: 100 }

const help = [
  usage(`${program} <command>`, page),
  section('Commands', serverCommands, page),
  `Without a command, \`all\` runs. With --no-build, \`all\` and \`serve\` use the existing build of the web app even when its
sources have changed. \`admin --help\` lists the admin commands.`,
].join('\n')

const demoLine = '\n\n  A demo project is being created; it is ready in a minute. DEMO=off skips it.'

const copyLine = `  This database is a restored copy. It sends no webhooks and no mail, starts no generations, runs no jobs and stores no
  files. To make it live: ${program} admin restore --go-live
`

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (thrown) {
  const error = namedStartError(thrown)
  const line = error instanceof StartupError ? error.message : portProblem(error)
  if (line === undefined) throw error
  console.error(errorText(line))
  process.exitCode = 1
}

async function main([command = 'all', ...args]: string[]): Promise<number> {
  if (command === 'all' || command === 'serve' || command === 'worker') {
    return run(readConfig(process.env), command, !args.includes('--no-build'))
  }
  if (command === 'migrate') return migrateOnly(readConfig(process.env))
  if (command === 'admin') {
    const stdout = (text: string) => void process.stdout.write(text)
    const stderr = (text: string) => void process.stderr.write(text)
    return runAdmin(args, readConfig(process.env), {
      stdout,
      stderr,
      isTerminal: process.stdout.isTTY === true,
    })
  }
  if (command === 'help' || command === '--help' || command === '-h') {
    console.log(help)
    return 0
  }
  const known = serverCommands.map(([name]) => ({ words: [name] }))
  console.error(`${errorText(unknownCommand(known, [command]).message)}\n\n${help}`)
  return 2
}

async function run(config: Config, command: 'all' | 'serve' | 'worker', build: boolean): Promise<number> {
  const started = performance.now()
  const ended = shutdownRequested()
  const terminal = process.stdout.isTTY === true
  const logger = createLogger(config.logLevel, terminal)
  // One server per data folder; a worker beside it shares its Postgres.
  const building = build && command !== 'worker' ? buildWhenStale() : undefined
  // Awaited once the database is open; until then its failure must not count as unhandled.
  building?.catch(() => {})
  const opening = openDatabase(config, command === 'worker' ? 'tool' : 'server', (line) => logger.warn(line))
  const opened = await withProgress('starting the database', opening)
  try {
    if (building) await withProgress('building the web app', building)
    const { connection } = opened
    const parts = { serve: command !== 'worker', work: command !== 'serve' }
    const starting = startService(config, { connection, logger, ...parts })
    const service = await withProgress('preparing the database', starting)
    try {
      // With PORT=0 the system chooses the port, which the base URL cannot contain.
      const url = config.port === 0 ? `http://localhost:${service.port}` : config.baseUrl
      const ready = () => `(ready in ${((performance.now() - started) / 1000).toFixed(1)} s)`
      if (command === 'worker') {
        // A worker has nobody to show the first key to: the first server creates it.
        console.log(`\n  Dailies worker is running ${ready()}\n`)
      } else {
        const first = await beginFirst(config, service.database, url, terminal)
        console.log(`\n  Dailies is running at ${url}  ${ready()}\n${first}`)
      }
      if (service.installation.isCopy()) console.log(copyLine)
      const demo = startDemo(config, service, logger)
      const reason = await ended
      await demo.stop()
      logger.info({ reason }, 'shutting down')
    } finally {
      await service.close()
    }
  } finally {
    await opened.close()
    logger.flush()
  }
  return 0
}

/** Says every few seconds what a slow start waits for. */
async function withProgress<Result>(step: string, work: Promise<Result>): Promise<Result> {
  const began = performance.now()
  const ticker = setInterval(() => {
    console.error(`dailies: ${step}, ${Math.round((performance.now() - began) / 1000)} s …`)
  }, 3_000)
  try {
    return await work
  } finally {
    clearInterval(ticker)
  }
}

async function migrateOnly(config: Config): Promise<number> {
  const opened = await openDatabase(config, 'tool', console.error)
  try {
    const applied = await migrateDatabase(opened.connection)
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`)
  } finally {
    await opened.close()
  }
  return 0
}

/** Resolves when a signal asks for shutdown, or when the launcher is gone. A second signal exits at once. */
async function shutdownRequested(): Promise<string> {
  process.channel?.unref()
  const reason = await Promise.race([
    ...(['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => once(process, signal).then(() => signal)),
    once(process, 'disconnect').then(() => 'launcher gone'),
  ])
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))
  return reason
}

/** Creates the demo in the background: the start of the server does not wait for it. */
function startDemo(
  { demo, media, dataDir }: Config,
  { services, installation }: Service,
  logger: Logger,
): { stop(): Promise<void> } {
  const ending = new AbortController()
  const options = { tools: media.tools, folder: join(dataDir, 'demo'), logger, signal: ending.signal }
  const made = demo && services && !installation.isCopy() ? makeDemo(services, options) : undefined
  return {
    async stop() {
      ending.abort()
      await made
    },
  }
}

/** Creates the first workspace, owner and key, and returns the text that shows them; empty on later starts. */
async function beginFirst(
  { demo, dataDir }: Config,
  database: Database,
  url: string,
  terminal: boolean,
): Promise<string> {
  const file = join(dataDir, 'first-start.txt')
  const toFile = (made: FirstStart) => writeFirstStart(file, firstStartText(url, made))
  const made = await firstStart(database, url, { demo, ...(terminal ? {} : { show: toFile }) })
  if (!made) return ''
  const shown = terminal
    ? `${firstStartText(url, made)}\n  Both are shown this once.`
    : `The sign-in link and the key are in\n\n  ${file}\n\n  Only this user can read it. Delete it afterwards.`
  return `
  First start: created the workspace "${made.workspace}", its owner and an API key. ${shown} More: ${program} admin --help${demo ? demoLine : ''}
`
}

function portProblem(error: unknown): string | undefined {
  const { code, port, address, hostname } = error as {
    code?: string
    port?: number
    address?: string
    hostname?: string
  }
  if (code === 'EADDRINUSE') return `port ${port} is in use: set PORT to another one`
  if (code === 'EACCES' && port !== undefined)
    return `port ${port} may not be opened by this user: set PORT above 1023`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST=${address ?? hostname} is not an address of this machine`
  return undefined
}
