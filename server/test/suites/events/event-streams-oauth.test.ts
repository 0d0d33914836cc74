// Streams of OAuth apps: access depends on the token and on what the person currently allows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emitEvent } from '../../helpers/emit-events.ts'
import { openStream } from '../../helpers/event-stream-reader.ts'
import { authorizeUrl, consent, redeem, startOAuthWorld } from '../../worlds/oauth-world.ts'

const world = await startOAuthWorld()
const { sql } = world.database

async function streamOfApp() {
  const { id: projectId, owner } = await world.project()
  const config = await world.register()
  const browser = await world.browser(owner.userId)
  const url = await authorizeUrl(config, { scope: 'projects:read files:read', resource: world.api })
  const { access_token: key } = await redeem(config, await consent(browser, url))
  const stream = await openStream(world.base, projectId, { key })
  const emit = async () => {
    const id = await emitEvent(sql, { workspaceId: world.workspaceId, projectId })
    world.changed()
    return id
  }
  const first = await emit()
  await stream.until(() => stream.events.length === 1)
  assert.equal(stream.events[0]!.data.id, first)
  return { stream, emit, clientId: config.clientMetadata().client_id }
}

const losses: Record<string, (clientId: string) => Promise<unknown>> = {
  'the app is disconnected': (clientId) => sql`delete from oauth_grants where client_id = ${clientId}`,
  'its token expires': (clientId) => sql`
    update oauth_artifacts set expires_at = now() where model = 'AccessToken'
      and grant_id = (select id from oauth_grants where client_id = ${clientId})`,
  'the scope is taken back': (clientId) => sql`
    update oauth_grants set scopes = '{files:read}' where client_id = ${clientId}`,
}
for (const [what, lose] of Object.entries(losses)) {
  test(`the stream of an app ends when ${what}`, async () => {
    const { stream, emit, clientId } = await streamOfApp()
    await lose(clientId)
    await emit()
    await stream.ended
    assert.equal(stream.events.length, 1)
  })
}
