// The commands `all`, `serve` and `worker`: start the service, and stop it on a signal.
import { once } from 'node:events'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { makeDemo } from './admin/demo/make-demo.ts'
import { type FirstStart, firstStart, firstStartText, writeFirstStart } from './admin/first-start.ts'
import type { Config } from './config.ts'
import { program } from './core/program.ts'
import type { Database } from './core/sql.ts'
import { openDatabase } from './database/open.ts'
import { createLogger } from './logging.ts'
import { buildBundlesWhenStale } from './sandbox/build-bundles.ts'
import { type Service, startService } from './service.ts'
import { buildWhenStale } from './surfaces/web/build.ts'

const demoLine = '\n\n  A demo project is being created; it is ready in a minute. DEMO=off skips it.'

const copyLine = `  This database is a restored copy. It sends no webhooks and no mail, starts no generations, runs no jobs and stores no
  files. To make it live: ${program} admin restore --go-live
`

export async function runService(
  config: Config,
  command: 'all' | 'serve' | 'worker',
  build: boolean,
): Promise<number> {
  const started = performance.now()
  const ended = shutdownRequested()
  const terminal = process.stdout.isTTY === true
  const logger = createLogger(config.logLevel, terminal)
  // One server per data folder; a worker beside it shares its Postgres.
  const building = build ? buildStale(command) : undefined
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

/** The build of the web app makes the bundles as well, where it installs the bundler for itself. */
async function buildStale(command: 'all' | 'serve' | 'worker'): Promise<void> {
  if (command !== 'worker') await buildWhenStale()
  await buildBundlesWhenStale()
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
