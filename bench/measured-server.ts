// The measured server, which can record the statements it sends to the database.
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
  /** Starts recording every statement that reaches the driver. */
  record(): void {
    recorded = []
    // biome-ignore lint/suspicious/noExplicitAny: the driver's method has a dozen forms; they pass through unchanged.
    pg.Client.prototype.query = function (this: pg.Client, ...args: any[]) {
      const { text, values } = typeof args[0] === 'string' ? { text: args[0], values: [] } : args[0]
      recorded.push({ text, values })
      return Reflect.apply(query, this, args)
    } as typeof query
  },
  /** Returns the recorded statements and restores the driver. */
  recorded() {
    pg.Client.prototype.query = query
    return recorded
  },
  usage,
}
answerParent(handlers)
