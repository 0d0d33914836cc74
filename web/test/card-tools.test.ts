// The review card as clients of MCP meet it: what they list and read, and whose acts the card's tools record.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { CallToolResult, Client } from '@modelcontextprotocol/client'
import { scopes } from '../../server/src/core/access.ts'
import { buildWhenStale } from '../../server/src/surfaces/web/build.ts'
import { numberAll } from '../../server/test/helpers/emit-events.ts'
import { connect, protocols } from '../../server/test/helpers/mcp-client.ts'
import { type Person, startWorld } from '../../server/test/worlds/world.ts'

await buildWhenStale()
const world = await startWorld()
const ui = 'io.modelcontextprotocol/ui'
const cards = { capabilities: { extensions: { [ui]: { mimeTypes: ['text/html;profile=mcp-app'] } } } }
const cardUri = 'ui://dailies/review'
const own = ['review_card', 'review_card_note', 'review_card_verdict']

async function newReview() {
  const { id: projectId, owner } = await world.project()
  const client = new Dailies({ baseUrl: world.url, token: owner.key })
  const file = await client.files.upload(projectId, new TextEncoder().encode('a take'), {
    name: 'Take 1.txt',
  })
  const note = await client.comments.createOnFile(file.id, { content: 'Softer, please.' })
  const version = await client.versions.create(projectId, { name: 'Final cut', files: [file] })
  return { projectId, owner, client, file, note, versionId: version.id }
}

/** The text of a result: JSON, or an error. */
function textOf({ content }: CallToolResult): string {
  return content[0]?.type === 'text' ? content[0].text : ''
}

async function openCard({ key }: Pick<Person, 'key'>, asked: Record<string, string>) {
  const client = await connect(world.url, key, '2026-07-28', cards)
  const result = (await client.callTool({ name: 'review_card', arguments: asked })) as CallToolResult
  assert.notEqual(result.isError, true, textOf(result))
  // biome-ignore lint/suspicious/noExplicitAny: the test knows what the card shows.
  return { client, data: result.structuredContent as any, pass: result._meta?.['dailies/card'] as string }
}

async function act(client: Client, name: string, args: Record<string, unknown>): Promise<string | undefined> {
  const result = (await client.callTool({ name, arguments: args })) as CallToolResult
  return result.isError ? JSON.parse(textOf(result)).code : undefined
}

for (const protocol of protocols) {
  test(`${protocol}: a client that shows cards gets the card and its tools`, async () => {
    const { key } = await world.person()
    const client = await connect(world.url, key, protocol, cards)
    const { tools } = await client.listTools()
    const metaOf = (name: string) => tools.find((tool) => tool.name === name)?._meta
    assert.deepEqual(metaOf('get_review'), { ui: { resourceUri: cardUri } })
    assert.equal(metaOf('whoami'), undefined)
    for (const name of own) assert.deepEqual(metaOf(name), { ui: { visibility: ['app'] } })

    const { contents } = await client.readResource({ uri: cardUri })
    const card = contents[0] as { text: string; mimeType?: string; _meta?: Record<string, unknown> }
    assert.equal(card.mimeType, 'text/html;profile=mcp-app')
    assert.deepEqual(card._meta, {
      ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true },
    })
    assert.ok(Buffer.byteLength(card.text) < 60_000, `${Buffer.byteLength(card.text)} bytes`)
    assert.doesNotMatch(card.text, /<link|<script src|@import|url\(/)
    const { resources } = await client.listResources()
    assert.ok(resources.some(({ uri }) => uri === cardUri))
    await client.close()
  })

  test(`${protocol}: a client that shows no cards sees nothing of them`, async () => {
    const { owner, versionId } = await newReview()
    const client = await connect(world.url, owner.key, protocol)
    const { tools } = await client.listTools()
    assert.deepEqual(
      tools.filter(({ name, _meta }) => own.includes(name) || _meta !== undefined),
      [],
    )
    assert.equal(client.getServerCapabilities()?.extensions?.[ui], undefined)
    const { resources } = await client.listResources()
    assert.deepEqual(
      resources.filter(({ uri }) => uri === cardUri),
      [],
    )
    await assert.rejects(client.readResource({ uri: cardUri }), /not found/)
    const call = client.callTool({ name: 'review_card', arguments: { versionId } })
    await assert.rejects(call, /There is no such tool/)
    await client.close()
  })
}

test('a verdict given in the card is the person’s own and counts; one by give_verdict is an agent’s', async () => {
  const { owner, client, versionId } = await newReview()
  const card = await openCard(owner, { versionId })
  assert.equal(await act(card.client, 'give_verdict', { versionId, verdict: 'APPROVED' }), undefined)
  const given = async () =>
    (await client.verdicts.list(versionId)).map(({ verdict, agent, note }) => ({ verdict, agent, note }))
  assert.deepEqual(await given(), [{ verdict: 'APPROVED', agent: true, note: null }])
  assert.equal((await client.versions.get(versionId)).status, 'NEED_REVIEW')

  const verdict = { pass: card.pass, verdict: 'NEED_EDIT', text: 'The end is too loud.' }
  assert.equal(await act(card.client, 'review_card_verdict', verdict), undefined)
  assert.deepEqual(await given(), [{ verdict: 'NEED_EDIT', agent: false, note: 'The end is too loud.' }])
  assert.equal((await client.versions.get(versionId)).status, 'NEED_EDIT')

  // The status has changed, so the next decision starts from a new look.
  assert.equal(await act(card.client, 'review_card_verdict', { ...verdict, verdict: 'APPROVED' }), 'conflict')
  const again = await openCard(owner, { versionId })
  assert.equal(
    await act(again.client, 'review_card_verdict', { pass: again.pass, verdict: 'WITHDRAWN' }),
    undefined,
  )
  assert.deepEqual(await given(), [])
})

test('the model never sees a pass: it is in no text and no structured content', async () => {
  const { owner, versionId } = await newReview()
  const { client, pass } = await openCard(owner, { versionId })
  assert.ok(pass.length > 100)
  for (const name of ['review_card', 'get_review']) {
    const { _meta, ...seen } = await client.callTool({ name, arguments: { versionId } })
    const hidden = _meta?.['dailies/card'] as string | undefined
    assert.equal(hidden !== undefined, name === 'review_card')
    if (hidden) assert.equal(JSON.stringify(seen).includes(hidden), false)
  }
})

test('a pass is of no use to another person, with another key, altered, or for something else', async () => {
  const { projectId, owner, versionId, note, file } = await newReview()
  const { client, pass } = await openCard(owner, { versionId })
  const bo = await world.member(projectId, 'PROJECT_REVIEWER')
  const other = await openCard(bo, { versionId })
  const { key: secondKey } = await world.key(owner.userId, [...scopes])
  const ownerAgain = await connect(world.url, secondKey, '2026-07-28', cards)
  const altered = `${pass.slice(0, -3)}${pass.endsWith('AAA') ? 'BBB' : 'AAA'}`
  for (const [caller, given] of [
    [other.client, pass],
    [ownerAgain, pass],
    [client, altered],
    [client, ''],
    [client, 'null'],
  ] as const) {
    assert.equal(
      await act(caller, 'review_card_verdict', { pass: given, verdict: 'APPROVED' }),
      'invalid_request',
    )
    const reply = { pass: given, action: 'reply', commentId: note.id, fileId: file.id, text: 'Mine.' }
    assert.equal(await act(caller, 'review_card_note', reply), 'invalid_request')
  }
})

test('a new revision after the card was shown: the verdict is refused, and a new look is needed', async () => {
  const { projectId, owner, client, file, versionId } = await newReview()
  const before = await openCard(owner, { fileId: file.id })
  assert.equal(before.data.review.id, versionId)
  assert.equal(before.data.files[0].latest, true)
  const bytes = new TextEncoder().encode('a better take')
  await client.files.upload(projectId, bytes, { name: 'Take 1.txt', replaces: { id: file.id } })

  const verdict = { pass: before.pass, verdict: 'APPROVED' }
  assert.equal(await act(before.client, 'review_card_verdict', verdict), 'conflict')
  assert.deepEqual(await client.verdicts.list(versionId), [])
  const after = await openCard(owner, { fileId: file.id })
  assert.notEqual(after.data.state, before.data.state)
  assert.equal(after.data.files[0].latest, false)
  assert.equal(await act(after.client, 'review_card_verdict', { ...verdict, pass: after.pass }), undefined)
})

test('a reply and a resolution in the card are the person’s own; the card shows them', async () => {
  const { owner, client, file, note, versionId } = await newReview()
  const card = await openCard(owner, { versionId })
  const reply = { pass: card.pass, action: 'reply', commentId: note.id, fileId: file.id, text: 'Done.' }
  assert.equal(await act(card.client, 'review_card_note', { ...reply, idempotencyKey: 'once' }), undefined)
  assert.equal(await act(card.client, 'review_card_note', { ...reply, idempotencyKey: 'once' }), undefined)
  const replies = await Array.fromAsync(client.comments.listReplies(note.id))
  assert.deepEqual(
    replies.map(({ content, agent }) => [content, agent]),
    [['Done.', false]],
  )
  for (const [action, resolved] of [
    ['resolve', true],
    ['reopen', undefined],
  ] as const) {
    assert.equal(
      await act(card.client, 'review_card_note', { pass: card.pass, action, commentId: note.id }),
      undefined,
    )
    const { data } = await openCard(owner, { versionId })
    assert.equal(data.notes[0].resolved || undefined, resolved)
    assert.equal(data.notes[0].replies[0].text, 'Done.')
  }
})

test('the activity of a connection shows what a person did in its card', async () => {
  const { owner, file, note, versionId } = await newReview()
  const card = await openCard(owner, { versionId })
  const reply = { pass: card.pass, action: 'reply', commentId: note.id, fileId: file.id, text: 'Done.' }
  assert.equal(await act(card.client, 'review_card_note', reply), undefined)
  assert.equal(
    await act(card.client, 'review_card_verdict', { pass: card.pass, verdict: 'REJECTED' }),
    undefined,
  )
  await numberAll(world.database.sql)
  const key = await world.session(owner.userId)
  const { body } = await world.call(`QUERY /api/connections/${owner.keyId}/activity`, { key, body: {} })
  type Activity = { event: { type: string; actor: { agent: boolean } } }
  const acts = body.data.map(({ event }: Activity) => `${event.type} ${event.actor.agent}`)
  for (const expected of ['comment.created false', 'verdict.given false'])
    assert.ok(acts.includes(expected), `${expected} in ${acts}`)
})

test('a connection that may give no verdicts gives none in the card either', async () => {
  const { owner, client, versionId } = await newReview()
  const forbidden = await world.key(owner.userId, [...scopes])
  const { status } = await world.call(`PATCH /api/api-keys/${forbidden.id}`, {
    key: await world.session(owner.userId),
    body: { mayGiveVerdicts: false },
  })
  assert.equal(status, 204)
  const card = await openCard(forbidden, { versionId })
  assert.equal(card.data.review.allowed, false)
  const refused = await act(card.client, 'review_card_verdict', { pass: card.pass, verdict: 'APPROVED' })
  assert.equal(refused, 'forbidden_for_connection')
  assert.deepEqual(await client.verdicts.list(versionId), [])
})

test('a read-only connection gets a card without a pass, and without the tools that change something', async () => {
  const { owner, versionId } = await newReview()
  const client = await connect(world.url, owner.key, '2026-07-28', { ...cards, path: '/mcp/readonly' })
  const { tools } = await client.listTools()
  assert.deepEqual(
    tools.map(({ name }) => name).filter((name) => own.includes(name)),
    ['review_card'],
  )
  const result = await client.callTool({ name: 'review_card', arguments: { versionId } })
  assert.equal(result._meta?.['dailies/card'], undefined)
})

test('a restricted reviewer sees neither the notes nor the name of a review that is not theirs', async () => {
  const { projectId, versionId, file } = await newReview()
  const rae = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  const client = await connect(world.url, rae.key, '2026-07-28', cards)
  for (const asked of [{ versionId }, { fileId: file.id }])
    assert.equal(await act(client, 'review_card', asked), 'not_found')
})
