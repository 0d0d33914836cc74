// Our server, which can say what it sends to the database.
import pg from 'pg'
import type { Statement } from '../server/src/core/sql.ts'
import { answerParent, usage } from './processes.ts'
import { type ServerOptions, startServer } from './start-server.ts'

const query = pg.Client.prototype.query
let recorded: Pick<Statement, 'text' | 'values'>[] = []

export const handlers = {
  async start(argument: ServerOptions): Promise<number> {
    return (await startServer(argument)).port!
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
