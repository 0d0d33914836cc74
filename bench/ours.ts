// Our server as `npm start` runs it, with limits that a benchmark does not reach.
import pg from 'pg'
import { readConfig } from '../server/src/config.ts'
import type { Statement } from '../server/src/core/sql.ts'
import { createLogger } from '../server/src/logging.ts'
import { startService } from '../server/src/service.ts'
import { answerParent, usage } from './parts.ts'

const unlimited = 'default=999999999,tier2=999999999,tier3=999999999,tier4=999999999'

const query = pg.Client.prototype.query
let recorded: Pick<Statement, 'text' | 'values'>[] = []

export const handlers = {
  async start(argument: { databaseUrl: string; dataDir: string }): Promise<number> {
    const { databaseUrl, dataDir } = argument
    const config = readConfig({ PORT: '0', DATA_DIR: dataDir, RATE_LIMITS: unlimited })
    const logger = createLogger(config.logLevel, false)
    const service = await startService(config, { connection: databaseUrl, logger, serve: true, work: false })
    return service.port!
  },
  /** From here on every statement that reaches the driver is kept, as it is sent. */
  record(): void {
    recorded = []
    // biome-ignore lint/suspicious/noExplicitAny: the driver's method has a dozen forms; they pass through unchanged.
    pg.Client.prototype.query = function (this: pg.Client, ...args: any[]) {
      const { text, values } = typeof args[0] === 'string' ? { text: args[0], values: [] } : args[0]
      recorded.push({ text, values })
      return Reflect.apply(query, this, args)
    } as typeof query
  },
  /** What was kept; the driver is again as it was. */
  recorded() {
    pg.Client.prototype.query = query
    return recorded
  },
  usage,
}
answerParent(handlers)
