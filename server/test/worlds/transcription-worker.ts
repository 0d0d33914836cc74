// A worker that transcribes, in a process that tests kill: database, data folder and endpoint are its arguments.
import { once } from 'node:events'
import { pino } from 'pino'
import { readConfig } from '../../src/config.ts'
import { startService } from '../../src/service.ts'

const [databaseUrl, dataDir, url] = process.argv.slice(2) as [string, string, string]
const config = readConfig({
  ...{ PORT: '0', DATA_DIR: dataDir, SHUTDOWN_SECONDS: '1', DISK_RESERVE_MB: '16' },
  ...{ TRANSCRIBE_URL: url, TRANSCRIBE_API_KEY: 'sk-test' },
})
const service = await startService(config, {
  connection: databaseUrl,
  logger: pino({ level: 'debug' }),
  serve: false,
  work: true,
  findProcessor: async () => undefined,
  pollMs: 200,
})
console.log('ready')
await once(process, 'SIGTERM')
await service.close()
