// Starts the worker as `npm run -s dailies -- worker` does, with webhooks allowed to reach this machine.
import { loadSecretKeys } from '../server/src/auth/secret-key.ts'
import { readConfig } from '../server/src/config.ts'
import { newUuid } from '../server/src/core/ids.ts'
import { createSecretBox } from '../server/src/core/secret-box.ts'
import { newWebhookSecret } from '../server/src/events/webhooks/signature.ts'
import { createLogger } from '../server/src/logging.ts'
import { startService } from '../server/src/service.ts'
import { answerParent, usage } from './processes.ts'

export const handlers = {
  /** Returns the IDs of the created webhooks. */
  async start(argument: { databaseUrl: string; dataDir: string; urls: string[] }): Promise<string[]> {
    const { databaseUrl, dataDir, urls } = argument
    const config = readConfig({ PORT: '0', DATA_DIR: dataDir, WEBHOOK_ALLOW_HOSTS: '127.0.0.1' })
    const logger = createLogger('warn', false)
    const service = await startService(config, {
      ...{ connection: databaseUrl, logger, serve: false, work: true, providers: [] },
    })
    const secrets = createSecretBox(loadSecretKeys(config).derive('secrets'))
    const ids = urls.map(() => newUuid())
    for (const [i, id] of ids.entries()) {
      await service.database.sql`
        insert into webhooks (id, workspace_id, url, events, secret)
        select ${id}, id, ${urls[i]}, ${['*']}, ${secrets.seal(newWebhookSecret())} from workspaces limit 1`
    }
    return ids
  },
  usage,
}
answerParent(handlers)
