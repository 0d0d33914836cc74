// The server with its worker in one process, as `npm start` runs it, with providers that generate nothing.
import { Readable } from 'node:stream'
import { readConfig } from '../server/src/config.ts'
import type { Provider, ProviderName, Started } from '../server/src/core/provider.ts'
import { referenceLimits } from '../server/src/generation/limits.ts'
import { createLogger } from '../server/src/logging.ts'
import { startService } from '../server/src/service.ts'
import { answerParent, usage } from './processes.ts'

const unlimited = 'default=999999999,tier2=999999999,tier3=999999999,tier4=999999999'

/** The start time of the generation of each prompt. */
const starts = new Map<string, PromiseWithResolvers<number>>()

function startOf(prompt: string): PromiseWithResolvers<number> {
  const start = starts.get(prompt) ?? Promise.withResolvers<number>()
  starts.set(prompt, start)
  return start
}

const gate = { opened: Promise.resolve(), open: () => {} }

function provider(name: ProviderName, concurrency: number, start: () => Promise<Started>): Provider {
  return {
    ...{ name, concurrency, deadlineSeconds: 3_600, pollSeconds: 1 },
    limits: referenceLimits,
    validate: () => [],
    async start({ prompt }) {
      startOf(prompt).resolve(performance.timeOrigin + performance.now())
      await gate.opened
      return start()
    },
    poll: async () => ({ state: 'SUCCEEDED' }),
    fetch: async () => empty(),
  }
}

function empty() {
  return { extension: 'md', body: Readable.from([Buffer.from('# Empty\n')]) }
}

export const handlers = {
  async start(argument: { databaseUrl: string; dataDir: string }): Promise<number> {
    const { databaseUrl, dataDir } = argument
    const config = readConfig({ PORT: '0', DATA_DIR: dataDir, RATE_LIMITS: unlimited })
    const service = await startService(config, {
      connection: databaseUrl,
      logger: createLogger('warn', false),
      serve: true,
      work: true,
      providers: [
        provider('text', 8, async () => ({ output: empty() })),
        // Never completes, so that all other generations of this provider stay queued.
        provider('meshy', 1, () => new Promise<Started>(() => {})),
      ],
    })
    return service.port!
  },
  hold(): void {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate.opened = promise
    gate.open = resolve
  },
  open: () => gate.open(),
  started: (prompt: string) => startOf(prompt).promise,
  usage,
}
answerParent(handlers)
