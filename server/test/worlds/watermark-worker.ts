// A worker process for tests to kill, with the stand-in for watermarks. Arguments: database URL, data folder, folder of the gates.
import { once } from 'node:events'
import { pino } from 'pino'
import { readConfig } from '../../src/config.ts'
import { startService } from '../../src/service.ts'
import { createIdleProvider } from '../stand-ins/generation-providers.ts'
import { gatedWatermarks } from '../stand-ins/watermarks.ts'

const [databaseUrl, dataDir, gates] = process.argv.slice(2) as [string, string, string]
const config = readConfig({
  PORT: '0',
  DATA_DIR: dataDir,
  MEDIA_CONCURRENCY: '4',
  MEDIA_QUICK_CONCURRENCY: '4',
})
const service = await startService(config, {
  ...{ connection: databaseUrl, logger: pino({ level: 'debug' }), serve: false, work: true },
  ...{ providers: [createIdleProvider()], makeWatermark: gatedWatermarks(gates) },
  pollMs: 200,
})
console.log('ready')
await once(process, 'SIGTERM')
await service.close()
