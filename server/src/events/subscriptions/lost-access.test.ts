// A subscription sends what its person may see at the moment of sending, and ends with the credential, the role or the visibility.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emitEvent, numberAll } from '../../../test/helpers/emit-events.ts'
import { authorizeUrl, consent, redeem, startOAuthWorld } from '../../../test/worlds/oauth-world.ts'
import { newFile } from '../../../test/worlds/samples.ts'
import type { Person } from '../../../test/worlds/world.ts'
import { type ProjectRole, projectRoles } from '../../core/access.ts'
import { newUuid } from '../../core/ids.ts'
import type { Sql } from '../../core/sql.ts'
import { type EventType, eventTypeNames } from '../../records/event-types.ts'
import { startEndpoint, startSubscriptionWorld } from './fixtures/subscription-world.ts'

const world = await startSubscriptionWorld({}, startOAuthWorld)
const { sql } = world.database
const { workspaceId } = world
const worker = world.newWorker()

/** A project with a visible and a hidden file and version, and one person. */
async function cast(role: ProjectRole) {
  const { id: projectId, owner } = await world.project()
  const person = await world.member(projectId, role)
  const [shown, hidden] = [await newFile(world, projectId, owner), await newFile(world, projectId, owner)]
  await sql`update files set allow_restricted = (id = ${shown}) where project_id = ${projectId}`
  const [shownVersion, hiddenVersion] = [newUuid(), newUuid()]
  await sql`
    insert into versions (id, project_id, name, allow_restricted)
    values (${shownVersion}, ${projectId}, 'Cut', true), (${hiddenVersion}, ${projectId}, 'Secret', false)`
  const emit = (type: EventType, place: { fileId?: string; versionId?: string } = {}, within = sql) =>
    emitEvent(within, { workspaceId, projectId, type, actorId: owner.userId, ...place })
  return { projectId, owner, person, shown, hidden, shownVersion, hiddenVersion, emit }
}

type Cast = Awaited<ReturnType<typeof cast>>

/** Subscribes, and checks that an event arrives. */
async function subscribed(key: string, name: EventType, given: object, emit: () => Promise<string>) {
  const endpoint = await startEndpoint()
  const params = { name, arguments: given, delivery: endpoint.delivery }
  const { id } = await world.subscribe(key, params)
  const first = await emit()
  await numberAll(sql)
  await worker.sendDue()
  assert.deepEqual(
    endpoint.bodies().map(({ eventId }) => eventId),
    [first],
  )
  return { id, endpoint, params }
}

type Subscribed = Awaited<ReturnType<typeof subscribed>>

/** Nothing more arrives but the end, the row is gone, and another attempt is refused. */
async function assertEnded({ id, endpoint, params }: Subscribed, key: string | undefined) {
  const [, ...more] = endpoint.bodies()
  const error = { code: -32012, message: 'Forbidden', data: { reason: 'Access has ended.' } }
  assert.deepEqual(more, [{ type: 'terminated', error }])
  assert.match(endpoint.received.at(-1)!.headers['webhook-id']!, /^msg_terminated_/)
  assert.equal((await sql`select from event_subscriptions where id = ${id}`).length, 0)
  if (key !== undefined) assert.equal((await world.ask(key, 'events/subscribe', params)).code, -32012)
}

type Loss = { lose: (cast: Cast, sql: Sql) => Promise<unknown>; again?: false; given?: 'file' | 'version' }

const losses: Record<string, Loss> = {
  'the key is revoked': {
    lose: ({ person }, sql) => sql`update api_keys set revoked_at = now() where id = ${person.keyId}`,
    again: false,
  },
  'the key expires': {
    lose: ({ person }, sql) =>
      sql`update api_keys set expires_at = now() - interval '1 second' where id = ${person.keyId}`,
    again: false,
  },
  'the key loses the scope of the event': {
    lose: ({ person }, sql) =>
      sql`update api_keys set scopes = array_remove(scopes, 'comments:read') where id = ${person.keyId}`,
    again: false,
  },
  'the person is removed from the project': {
    lose: ({ person, projectId }, sql) =>
      sql`delete from project_members where user_id = ${person.userId} and project_id = ${projectId}`,
  },
  'the person is removed from the workspace': {
    lose: ({ person }, sql) => sql`delete from workspace_members where user_id = ${person.userId}`,
    again: false,
  },
  'the time of the deletion of the project has come': {
    lose: ({ projectId }, sql) => sql`update projects set destroyed_at = now() where id = ${projectId}`,
  },
  'the project is deleted': {
    lose: ({ projectId }, sql) => sql`delete from projects where id = ${projectId}`,
  },
  'the file is hidden': {
    lose: ({ shown }, sql) => sql`update files set allow_restricted = false where id = ${shown}`,
    given: 'file',
  },
  'the version is hidden': {
    lose: ({ shownVersion }, sql) =>
      sql`update versions set allow_restricted = false where id = ${shownVersion}`,
    given: 'version',
  },
}

for (const [what, { lose, again, given }] of Object.entries(losses)) {
  for (const waiting of [true, false])
    test(`a subscription ends when ${what}${waiting ? ', before an event that was waiting is sent' : ''}`, async () => {
      const people = await cast('PROJECT_RESTRICTED_REVIEWER')
      const { projectId, person, shown, shownVersion, emit } = people
      const [name, filter, place] =
        given === 'version'
          ? (['version.updated', { versionId: shownVersion }, { versionId: shownVersion }] as const)
          : ([
              'comment.created',
              given === 'file' ? { fileId: shown } : { projectId },
              { fileId: shown },
            ] as const)
      const subscription = await subscribed(person.key, name, filter, () => emit(name, place))
      // In one transaction: the worker, which also looks by itself, must not see one without the other.
      await world.database.transaction(async (within) => {
        if (waiting) await emit(name, place, within)
        await numberAll(within)
        await lose(people, within)
      })
      // Without an event, the access is checked once a minute.
      if (!waiting) await world.pass('61 s')
      await worker.sendDue()
      await assertEnded(subscription, again === false ? undefined : person.key)
    })
}

test('the subscription of an app ends when its grant ends, or a scope of it', async () => {
  const { projectId, owner, emit } = await cast('PROJECT_MEMBER')
  const place = {}
  const cases = {
    'the app is disconnected': (clientId: string) =>
      sql`delete from oauth_grants where client_id = ${clientId}`,
    'the scope is taken back': (clientId: string) =>
      sql`update oauth_grants set scopes = '{projects:read}' where client_id = ${clientId}`,
    'all of its tokens have expired': (clientId: string) => sql`
      update oauth_artifacts set expires_at = now()
      where grant_id = (select id from oauth_grants where client_id = ${clientId})`,
  }
  for (const lose of Object.values(cases)) {
    const config = await world.register()
    const browser = await world.browser(owner.userId)
    const url = await authorizeUrl(config, { scope: 'projects:read comments:read', resource: world.mcp })
    const { access_token: token } = await redeem(config, await consent(browser, url))
    const subscription = await subscribed(token, 'comment.created', { projectId }, () =>
      emit('comment.created', place),
    )
    // An access token lives for an hour; the subscription lives as long as the grant.
    const clientId = config.clientMetadata().client_id
    await sql`
      update oauth_artifacts set expires_at = now() where model = 'AccessToken'
        and grant_id = (select id from oauth_grants where client_id = ${clientId})`
    const second = await emit('comment.created', place)
    await numberAll(sql)
    await worker.sendDue()
    assert.equal(subscription.endpoint.bodies()[1].eventId, second)
    subscription.endpoint.received.pop()
    await lose(clientId)
    await emit('comment.created', place)
    await numberAll(sql)
    await worker.sendDue()
    await assertEnded(subscription, undefined)
  }
})

test('the deletion of a file is the last event about it', async () => {
  const { person, owner, shown } = await cast('PROJECT_MEMBER')
  const endpoint = await startEndpoint()
  await world.subscribe(person.key, {
    ...{ name: 'file.deleted', arguments: { fileId: shown }, delivery: endpoint.delivery },
  })
  const { status } = await world.call(`DELETE /api/files/${shown}`, { key: owner.key })
  assert.equal(status, 204)
  await numberAll(sql)
  await worker.sendDue()
  await world.pass('61 s')
  await worker.sendDue()
  assert.deepEqual(
    endpoint.bodies().map(({ name, type }) => name ?? type),
    ['file.deleted', 'terminated'],
  )
})

const audiences = ['ANYONE', 'UNRESTRICTED', 'MANAGERS'] as const

test('every role gets by webhook, by polling and by List Changes what List Events shows it', async () => {
  const { projectId, owner, shown, hidden, shownVersion, hiddenVersion } = await cast('PROJECT_MEMBER')
  await sql`update projects set access_range = 'ALLOW_WORKSPACE_MEMBER' where id = ${projectId}`
  const people: [string, Person][] = [['PROJECT_OWNER', owner]]
  for (const role of projectRoles.slice(1)) people.push([role, await world.member(projectId, role)])
  people.push(['of the workspace', await world.person()], ['guest', await world.person({ role: 'GUEST' })])
  const types = ['comment.created', 'version.updated', 'file.updated'] as const
  const watching = []
  for (const [who, person] of people) {
    const { cursor } = await world.ask(person.key, 'events/poll', { name: types[0] })
    const endpoint = await startEndpoint()
    for (const name of types) await world.subscribe(person.key, { name, delivery: endpoint.delivery })
    watching.push({ who, person, endpoint, cursor })
  }
  for (const audience of audiences)
    for (const type of types)
      for (const place of [
        {},
        { fileId: shown },
        { fileId: hidden },
        { versionId: shownVersion },
        { versionId: hiddenVersion },
      ])
        await emitEvent(sql, { workspaceId, projectId, type, audience, ...place })
  await numberAll(sql)
  await worker.sendDue()
  const counts = []
  for (const { who, person, endpoint, cursor } of watching) {
    const { key } = person
    const list = await world.call(`QUERY /api/projects/${projectId}/events`, {
      ...{ key, body: { types, after: Number(cursor) } },
    })
    const expected: string[] = (list.body.data ?? []).map(({ id }: { id: string }) => id).toSorted()
    const sent: string[] = endpoint.bodies().map(({ eventId }) => eventId)
    assert.deepEqual(sent.toSorted(), expected, who)
    const polled: string[] = []
    for (const name of types) {
      const { events } = await world.ask(key, 'events/poll', { name, cursor, maxEvents: 100 })
      polled.push(...events.map(({ eventId }: { eventId: string }) => eventId))
    }
    assert.deepEqual(polled.toSorted(), expected, who)
    const { body } = await world.call('QUERY /api/events', { key, body: { types, after: Number(cursor) } })
    assert.deepEqual(
      body.data.changes.map(({ event }: { event: { id: string } }) => event.id).toSorted(),
      expected,
      who,
    )
    counts.push(expected.length)
  }
  assert.deepEqual(counts, [45, 45, 30, 30, 9, 30, 0])
})

test('every event type can be described, polled and sent', async () => {
  const { owner, projectId } = await cast('PROJECT_MEMBER')
  const endpoint = await startEndpoint()
  const subscribedTo = eventTypeNames.filter((type) => type !== 'project.deleted')
  // A key can have 50 subscriptions.
  const second = await world.member(projectId, 'PROJECT_MANAGER')
  for (const [i, name] of subscribedTo.entries()) {
    const key = i < 50 ? owner.key : second.key
    await world.subscribe(key, { name, delivery: endpoint.delivery })
  }
  for (const type of subscribedTo)
    await emitEvent(sql, {
      ...{ workspaceId, type, audience: 'ANYONE' },
      projectId: type.startsWith('skill.') ? null : projectId,
    })
  await numberAll(sql)
  await worker.sendDue()
  const bodies = endpoint.bodies()
  assert.deepEqual(bodies.map(({ name }) => name).toSorted(), subscribedTo.toSorted())
  for (const { data } of bodies) {
    assert.doesNotMatch(data.summary, /null|undefined/)
    assert.match(data.url, /^https:\/\/dailies\.example\.com/)
  }
})
