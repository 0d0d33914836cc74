// Calls every operation through the CLI on a real server and compares request and output.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { methodAndPath } from '../../server/src/core/operation.ts'
import { operations } from '../../server/src/service.ts'
import { queryString } from '../../server/test/helpers/requests.ts'
import { sampleFor } from '../../server/test/worlds/samples.ts'
import { credentialHeaders, startWorld } from '../../server/test/worlds/world.ts'
import { commands, findCommand } from '../src/catalogue.ts'
import type { Operation as Declared } from '../src/declaration.ts'
import { encodeInput } from './encode.ts'
import { runCli, temporaryFolder } from './run-cli.ts'

const world = await startWorld()
const owner = await world.person({ role: 'OWNER' })
const { id: projectId } = await world.project({ owner })

type Exchange = {
  method: string
  query: string
  sent: unknown
  status: number
  body: { data?: unknown } | undefined
}

/**
 * A `fetch` that records requests and responses. The CLI has no session cookies, so a session replaces the key here.
 */
function overheard(key: string) {
  const exchanges: Exchange[] = []
  const listening: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.delete('authorization')
    for (const [name, value] of credentialHeaders(world.url, key)) headers.set(name, value)
    const response = await fetch(input, { ...init, headers })
    const text = await response.clone().text()
    exchanges.push({
      method: init?.method ?? 'GET',
      query: new URL(String(input)).search,
      sent: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
    })
    return response
  }
  return { exchanges, fetch: listening }
}

test('every operation has a command of the same name', () => {
  for (const { name, client } of operations) {
    const words = client
      .split('.')
      .map((word: string) => word.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))
    const { command } = findCommand(words)
    assert.equal(
      command?.operation?.name,
      name,
      `${name} has no command \`dailies ${words.join(' ')}\`: run npm run generate`,
    )
    assert.deepEqual(command!.words, words)
  }
  const called = commands.flatMap(({ operation }) => operation?.name ?? [])
  assert.deepEqual(
    new Set(called),
    new Set(operations.map(({ name }) => name)),
    'and no command calls what is not there',
  )
})

for (const operation of operations) {
  test(`${operation.client}: --json is the API's data`, async () => {
    const { params, fields } = await sampleFor(operation)(world, projectId, owner)
    const declared: Declared = findCommand(operation.client.split('.').map(kebab)).command!.operation!
    const words = encodeInput(declared, { ...fields, ...params })
    const network = overheard(await world.credential(operation, owner))
    const env = { DAILIES_URL: world.url, DAILIES_API_KEY: owner.key }

    const { code, stdout, stderr } = await runCli(['--json', ...words], { env, fetch: network.fetch })
    assert.equal(code, 0, stderr)
    assert.equal(network.exchanges.length, 1)
    const { method, query, sent, status, body } = network.exchanges[0]!
    assert.equal(status, operation.output[0])
    assert.equal(method, methodAndPath(operation).method)
    if (sent === undefined) assert.equal(query, queryString(fields))
    else assert.deepEqual(sent ?? {}, withoutNullObjects(declared, fields))
    if (status === 204) assert.equal(stdout, '')
    else assert.deepEqual(JSON.parse(stdout), body!.data)
  })
}

/** An object that has a flag for each of its fields cannot be null; omitting it means the same. */
function withoutNullObjects({ fields: flags }: Declared, fields: Record<string, unknown>) {
  const direct = new Set(flags.filter(({ path }) => path.length === 1).map(({ path }) => path[0]))
  return Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => value !== null || direct.has(key)),
  )
}

test('every result fits in 80 columns and shows no undefined', async () => {
  for (const operation of operations) {
    const { params, fields } = await sampleFor(operation)(world, projectId, owner)
    const declared = findCommand(operation.client.split('.').map(kebab)).command!.operation!
    const network = overheard(await world.credential(operation, owner))
    const env = { DAILIES_URL: world.url, DAILIES_API_KEY: owner.key }
    // Images are written to files.
    const folder = operation.name === 'viewFile' ? ['--out', temporaryFolder()] : []
    const given = encodeInput(declared, { ...fields, ...params })
    const words = given.toSpliced(declared.words.length, 0, ...folder)
    const { code, stdout, stderr } = await runCli(words, {
      env,
      fetch: network.fetch,
      terminal: 80,
    })
    assert.equal(code, 0, stderr)
    assert.ok(stdout !== '' || stderr !== '', `${operation.name} says nothing`)
    assert.doesNotMatch(stdout, /undefined|\[object/, operation.name)
    const table = declared.answer === 'list' || declared.answer === 'cursor' || declared.answer === 'number'
    if (table)
      for (const line of stdout.split('\n')) assert.ok(line.length <= 80, `${operation.name}: ${line}`)
  }
})

function kebab(word: string): string {
  return word.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
