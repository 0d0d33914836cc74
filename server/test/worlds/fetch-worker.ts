// A worker process for tests to kill. Arguments: database URL, data folder, and the host that files may be fetched from.
import { once } from 'node:events'
import { pino } from 'pino'
import { readConfig } from '../../src/config.ts'
import { startService } from '../../src/service.ts'
import { createIdleProvider } from '../stand-ins/generation-providers.ts'

const [databaseUrl, dataDir, host] = process.argv.slice(2) as [string, string, string]
const config = readConfig({ PORT: '0', DATA_DIR: dataDir, UPLOAD_ALLOW_HOSTS: host, DISK_RESERVE_MB: '16' })
const service = await startService(config, {
  connection: databaseUrl,
  logger: pino({ level: 'debug' }),
  serve: false,
  work: true,
  providers: [createIdleProvider()],
  findProcessor: async () => undefined,
  pollMs: 200,
})
console.log('ready')
await once(process, 'SIGTERM')
await service.close()
