// The measured server.
import { answerParent, usage } from './processes.ts'
import { type ServerOptions, startServer } from './start-server.ts'

export const handlers = {
  async start(argument: ServerOptions): Promise<number> {
    return (await startServer(argument)).port!
  },
  usage,
}
answerParent(handlers)
