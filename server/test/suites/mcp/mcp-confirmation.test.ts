// Before a tool spends money, gives a verdict or lets people in, the person is asked, where the client can ask.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type ProtocolName, protocols } from '../../helpers/mcp-client.ts'
import { createIdleProvider } from '../../stand-ins/generation-providers.ts'
import { newVersion } from '../../worlds/samples/versions.ts'
import { startWorld } from '../../worlds/world.ts'

const world = await startWorld({ providers: [createIdleProvider('openai'), createIdleProvider('local')] })
const { sql } = world.database
const { id: projectId, owner } = await world.project({ name: 'Teaser' })

type Action = 'accept' | 'decline' | 'cancel'

/** A client that answers every question the same way; undefined: one that cannot ask. */
async function agent(protocol: ProtocolName, action: Action | undefined, key = owner.key) {
  const asked: string[] = []
  const mode = protocol === '2025-11-25' ? 'legacy' : { pin: protocol }
  const capabilities = action === undefined ? {} : { elicitation: { form: {} } }
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode }, capabilities })
  if (action !== undefined)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message)
      return action === 'accept' ? { action, content: {} } : { action }
    })
  const headers = { Authorization: `Bearer ${key}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${world.url}/mcp`), { requestInit: { headers } }),
  )
  return {
    asked,
    /** `ok`, or the code of the error. */
    async call(name: string, input: Record<string, unknown>): Promise<string> {
      const result = await client.callTool({ name, arguments: input })
      const text = result.content.findLast((block) => block.type === 'text')!.text
      return result.isError ? JSON.parse(text).code : 'ok'
    },
    close: () => client.close(),
  }
}

async function verdictOn(versionId: string): Promise<string | undefined> {
  const [row] = await sql<{ verdict: string }>`select verdict from verdicts where version_id = ${versionId}`
  return row?.verdict
}

for (const protocol of protocols) {
  test(`${protocol}: a verdict, a generation and a member: done when the person agrees`, async () => {
    const { asked, call, close } = await agent(protocol, 'accept')
    const versionId = await newVersion(world, projectId, owner)
    const note = 'Lovely'
    assert.equal(await call('give_verdict', { versionId, verdict: 'APPROVED', note }), 'ok')
    assert.match(asked.at(-1)!, /^Approve “.*” in your name\? The note says: “Lovely”\. It is recorded/)
    assert.equal(await verdictOn(versionId), 'APPROVED')

    const image = { projectId, outputType: 'IMAGE', outputModel: 'gpt-image-2', prompt: 'A poster' }
    assert.equal(await call('generate_file', image), 'ok')
    assert.match(asked.at(-1)!, /^Generate an image in “Teaser” with GPT Image 2\? This spends money/)

    const { userId } = await world.person({ name: 'Bo Berg' })
    const members = [{ user: { id: userId }, role: 'PROJECT_REVIEWER' }]
    assert.equal(await call('add_project_members', { projectId, members }), 'ok')
    assert.equal(asked.at(-1), 'Add “Bo Berg” (reviewer) to “Teaser”?')

    // Nothing else is asked about.
    assert.equal(await call('create_project_comment', { projectId, content: 'Hi' }), 'ok')
    assert.equal(asked.length, 3)
    await close()
  })

  for (const action of ['decline', 'cancel'] as const)
    test(`${protocol}: ${action}: nothing is done, and the model reads why`, async () => {
      const { asked, call, close } = await agent(protocol, action)
      const versionId = await newVersion(world, projectId, owner)
      assert.equal(await call('give_verdict', { versionId, verdict: 'REJECTED' }), 'not_confirmed')
      assert.equal(await call('set_version_status', { versionId, status: 'APPROVED' }), 'not_confirmed')
      assert.deepEqual([asked.length, await verdictOn(versionId)], [2, undefined])
      // Other changes of the status are no verdicts.
      assert.equal(await call('set_version_status', { versionId, status: 'IN_PROGRESS' }), 'ok')
      await close()
    })

  test(`${protocol}: a client that cannot ask gives the verdict; a forbidden one is refused without a question`, async () => {
    const plain = await agent(protocol, undefined)
    const versionId = await newVersion(world, projectId, owner)
    assert.equal(await plain.call('give_verdict', { versionId, verdict: 'NEED_EDIT' }), 'ok')
    const session = await world.session(owner.userId)
    const body = { name: protocol, scopes: ['projects:read', 'projects:write'], mayGiveVerdicts: false }
    const { data } = (await world.call('POST /api/api-keys', { key: session, body })).body
    const careful = await agent(protocol, 'accept', data.key)
    assert.equal(
      await careful.call('give_verdict', { versionId, verdict: 'APPROVED' }),
      'forbidden_for_connection',
    )
    assert.deepEqual(careful.asked, [])
    await plain.close()
    await careful.close()
  })

  test(`${protocol}: a question names nothing that the caller does not see`, async () => {
    const { asked, call, close } = await agent(protocol, 'accept', (await world.person()).key)
    const versionId = await newVersion(world, projectId, owner)
    assert.equal(await call('give_verdict', { versionId, verdict: 'APPROVED' }), 'not_found')
    assert.deepEqual(asked, [])
    await close()
  })
}

test('2025-11-25: an answer that reaches another node is passed on; another credential cannot answer', async () => {
  const second = await startWorld({ connection: () => world.databaseUrl, env: { DATA_DIR: world.dataDir } })
  const versionId = await newVersion(world, projectId, owner)
  const send = (url: string, key: string, message: object) =>
    fetch(`${url}/mcp`, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': '2025-11-25',
        'Mcp-Session-Id': 'asks-1',
      },
    })
  const params = { name: 'give_verdict', arguments: { versionId, verdict: 'APPROVED' } }
  const response = await send(world.url, owner.key, { id: 1, method: 'tools/call', params })
  const messages = messagesOf(response)
  const { value: question } = await messages.next()
  assert.equal(question.method, 'elicitation/create')
  const accept = { id: question.id, result: { action: 'accept', content: {} } }
  const stranger = await world.person()
  assert.equal((await send(world.url, stranger.key, accept)).status, 202)
  assert.equal(await verdictOn(versionId), undefined)
  assert.equal((await send(second.url, owner.key, accept)).status, 202)
  const { value: answer } = await messages.next()
  assert.deepEqual([answer.id, answer.result.isError ?? false], [1, false])
  assert.equal(await verdictOn(versionId), 'APPROVED')
})

/** The messages of a response stream. */
async function* messagesOf({ body }: Response) {
  let text = ''
  for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const events = text.split('\n\n')
    text = events.pop()!
    for (const event of events) {
      const data = /^data: (.+)$/m.exec(event)?.[1]
      if (data !== undefined) yield JSON.parse(data)
    }
  }
}
