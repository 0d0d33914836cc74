// A worker with the providers of the stand-in, in a process that tests kill: database, data folder and stand-in are
// its arguments.
import { once } from 'node:events'
import { pino } from 'pino'
import { readConfig } from '../../src/config.ts'
import { startService } from '../../src/service.ts'
import { generationPollMs, standInProviders } from './generation-world.ts'

const [databaseUrl, dataDir, standInUrl] = process.argv.slice(2) as [string, string, string]
const config = readConfig({ PORT: '0', DATA_DIR: dataDir, SHUTDOWN_SECONDS: '120' })
const service = await startService(config, {
  connection: databaseUrl,
  logger: pino({ level: 'debug' }),
  serve: false,
  work: true,
  // Three slots: a generation in each of three states. On a busy machine, a deadline of a minute can be too short.
  providers: standInProviders(standInUrl, { concurrency: 3, deadlineSeconds: 600 }),
  findProcessor: async () => undefined,
  generationPollMs,
})
console.log('ready')
await once(process, 'SIGTERM')
console.log('stopping')
await service.close()
