// The powers that a person takes from an API key or an app are taken on every surface.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as oauth from 'openid-client'
import { scopes } from '../../../src/core/access.ts'
import { operations } from '../../../src/service.ts'
import { callToolByHand, outcomeOf } from '../../helpers/mcp-client.ts'
import { toCall } from '../../helpers/requests.ts'
import { authorizeUrl, consent, redeem, startOAuthWorld } from '../../worlds/oauth-world.ts'
import { sampleFor } from '../../worlds/samples.ts'

const world = await startOAuthWorld()
const { id: projectId, owner } = await world.project()
const session = await world.session(owner.userId)
const send = (route: string, body?: unknown, key = session) => world.call(route, { key, body })

// By hand: what the switches cover.
const covered = {
  maySpend: [
    'createSkillReviewer',
    'generateFile',
    'retryGeneration',
    'retrySkillReview',
    'setReviewBudget',
    'startSkillReview',
    'transcribeFile',
    'updateSkillReviewer',
  ],
  mayGiveVerdicts: ['giveVerdict', 'setVersionStatus', 'withdrawVerdict'],
  mayAddPeople: ['addMembers', 'createAccessLink', 'createShare', 'renewAccessLink', 'updateShare'],
}
const switches = Object.keys(covered) as (keyof typeof covered)[]

/** A new key of the owner. */
async function newKey(name: string, may: Partial<Record<keyof typeof covered, boolean>>): Promise<string> {
  const answer = await send('POST /api/api-keys', { name, scopes, ...may })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data.key
}

test('the declared operations are those of the table; the status of a version is checked by its handler', () => {
  const declared = operations.flatMap(({ name, power }) => (power === undefined ? [] : [name]))
  assert.deepEqual([...declared, 'setVersionStatus'].toSorted(), Object.values(covered).flat().toSorted())
})

for (const one of switches)
  test(`${one}: off refuses its operations over HTTP and MCP, and no others`, async () => {
    const key = await newKey(one, { [one]: false })
    for (const operation of operations.filter(({ name }) => Object.values(covered).flat().includes(name))) {
      const expected = covered[one].includes(operation.name)
      const target = await sampleFor(operation)(world, projectId, owner)
      const { route, options } = toCall(operation, target)
      const answer = await world.call(route, { ...options, key })
      const refused = answer.body?.code === 'forbidden_for_connection'
      assert.equal(refused, expected, `${operation.name}: ${answer.status} ${JSON.stringify(answer.body)}`)
      if (refused) assert.equal(answer.status, 403)
      if (operation.tool === undefined) continue
      const asTool = await callToolByHand(
        world.url,
        key,
        operation,
        await sampleFor(operation)(world, projectId, owner),
      )
      const outcome = outcomeOf(asTool, operation)
      assert.equal(outcome === '403 forbidden_for_connection', expected, `${operation.tool}: ${outcome}`)
    }
  })

test('an app: forbidden and allowed again, and the session of the person stays free', async () => {
  const browser = await world.browser(owner.userId)
  const config = await world.register()
  const tokens = await redeem(
    config,
    await consent(browser, await authorizeUrl(config, { scope: 'projects:write', resource: world.api })),
  )
  const { data: apps } = (await send('GET /api/connected-apps')).body
  const [app] = apps
  assert.deepEqual([app.maySpend, app.mayGiveVerdicts, app.mayAddPeople], [true, true, true])
  const give = async (key: string) => {
    const operation = operations.find(({ name }) => name === 'giveVerdict')!
    const { route, options } = toCall(operation, await sampleFor(operation)(world, projectId, owner))
    return (await world.call(route, { ...options, key })).status
  }
  assert.equal((await send(`PATCH /api/connected-apps/${app.id}`, { mayGiveVerdicts: false })).status, 204)
  assert.deepEqual([await give(tokens.access_token), await give(session)], [403, 204])
  assert.equal((await send(`PATCH /api/connected-apps/${app.id}`, { mayGiveVerdicts: true })).status, 204)
  // A new token: the caller of the old one may be cached for a second.
  const renewed = await oauth.refreshTokenGrant(config, tokens.refresh_token!)
  assert.equal(await give(renewed.access_token), 204)
})

test('a key is created with its switches; a contributor with a forbidden key still sends a version back', async () => {
  const key = await newKey('Careful', { mayGiveVerdicts: false })
  const { data: keys } = (await send('GET /api/api-keys')).body
  const made = keys.find(({ name }: { name: string }) => name === 'Careful')
  assert.deepEqual([made.maySpend, made.mayGiveVerdicts, made.mayAddPeople], [true, false, true])
  const operation = operations.find(({ name }) => name === 'giveVerdict')!
  const { params } = await sampleFor(operation)(world, projectId, owner)
  const route = `PATCH /api/versions/${params.versionId}/status`
  assert.equal((await send(route, { status: 'APPROVED' }, key)).body.code, 'forbidden_for_connection')
  assert.equal((await send(route, { status: 'IN_PROGRESS' }, key)).status, 204)
})

test('an administrator forbids a key of somebody else something, and cannot allow it more', async () => {
  const admin = await world.session((await world.person({ role: 'ADMIN' })).userId)
  const { data: keys } = (await send('GET /api/api-keys')).body
  const { id } = keys.find(({ name }: { name: string }) => name === 'Careful')
  assert.equal((await send(`PATCH /api/api-keys/${id}`, { maySpend: false }, admin)).status, 204)
  const refused = await send(`PATCH /api/api-keys/${id}`, { maySpend: true }, admin)
  assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_role'])
})
