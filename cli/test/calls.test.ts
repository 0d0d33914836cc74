// Calls on a real server: exit codes, error messages, pages, and which key is sent where.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { freePort } from '../../server/test/worlds/oauth-world.ts'
import { newFile } from '../../server/test/worlds/samples.ts'
import { startWorld } from '../../server/test/worlds/world.ts'
import { runCli, temporaryFolder } from './run-cli.ts'

const world = await startWorld()
const owner = await world.person({ role: 'OWNER' })
const { id: projectId } = await world.project({ owner })
const nothingThere = `http://127.0.0.1:${await freePort()}`
const nobody = '01920000-0000-7000-8000-000000000000'

const env = { DAILIES_URL: world.url, DAILIES_API_KEY: owner.key }
const cli = (...words: string[]) => runCli(words, { env })

test('each kind of failure has an exit code, a message and advice', async () => {
  await cli('folders', 'create', projectId, '--name', 'Taken')
  const reader = await world.key(owner.userId, ['projects:read'])
  const cases: [number, RegExp, string[], Record<string, string>?][] = [
    [3, /rejected your credential[\s\S]*dailies login/, ['ping'], { DAILIES_API_KEY: 'rvk_wrong' }],
    [3, /You are not signed in to http:[\s\S]*dailies login --url/, ['ping'], { DAILIES_API_KEY: '' }],
    [
      4,
      /scope[\s\S]*Run `dailies login` again/,
      ['folders', 'create', projectId, '--name', 'x'],
      { DAILIES_API_KEY: reader.key },
    ],
    [4, /needs a browser session[\s\S]*dailies open/, ['account', 'get']],
    [5, /nothing here that you can see[\s\S]*Check <project-id>/, ['projects', 'get', nobody]],
    [6, /A folder with this name already exists/, ['folders', 'create', projectId, '--name', 'taken']],
    [
      7,
      /--name: Must have at most 64 characters[\s\S]*folders create --help/,
      ['folders', 'create', projectId, '--name', 'x'.repeat(65)],
    ],
    [
      9,
      /connection to http:\/\/127\.0\.0\.1:\d+ failed \(connection refused\)[\s\S]*Is the server running/,
      ['--url', nothingThere, 'ping'],
    ],
  ]
  for (const [code, message, words, more] of cases) {
    const outcome = await runCli(words, { env: { ...env, ...more } })
    assert.match(outcome.stderr, message)
    assert.deepEqual([outcome.code, outcome.stdout], [code, ''], words.join(' '))
    assert.ok(outcome.stderr.startsWith('dailies: '))
    if (code < 9) assert.match(outcome.stderr, /\n {2}Request \S+\n$/)
    assert.doesNotMatch(outcome.stderr, /rvk_/)
  }
})

test('invalid fields are listed once each, with their flags', async () => {
  const message = 'The attachment already belongs to a comment.'
  const errors = [0, 1].map((i) => ({ path: `/attachments/${i}/id`, code: 'attachment_used', message }))
  for (const [status, code] of [
    [400, 'invalid_request'],
    [409, 'attachment_used'],
  ] as const) {
    const summary =
      '`attachments[0].id`: the attachment already belongs to a comment (and 1 more, see `errors`)'
    const problem = { status, code, message: summary, authenticated: true, requestId: 'request-1', errors }
    const fetch = async () => Response.json(problem, { status })
    const words = ['comments', 'create-on-project', projectId, '--attachments', 'CA1', '--attachments', 'CA2']
    const { stderr } = await runCli(words, { env, fetch })
    assert.match(stderr, /--attachments \(item 1\): The attachment already/)
    assert.equal(stderr.match(/belongs to a comment/g)?.length, 2, stderr)
  }
})

test('429: exit code 8, and when to try again', async () => {
  const server = createServer((_request, response) => {
    const body = {
      status: 429,
      code: 'rate_limited',
      message: 'Too many requests.',
      requestId: 'r1',
      errors: [],
    }
    response
      .writeHead(429, { 'Content-Type': 'application/json', 'Retry-After': '3600' })
      .end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { code, stderr } = await runCli(['ping'], { env: { ...env, DAILIES_URL: url } })
  assert.equal(code, 8)
  assert.match(stderr, /Too many requests\.\n {2}Try again in 3600 seconds\./)
})

test('400: exit code 7, and every wrong field is named by its flag', async () => {
  const { code, stderr } = await cli(
    'members',
    'add',
    projectId,
    '--members',
    'user=x,role=reviewer',
    '--members',
    `user=${nobody},role=member`,
  )
  assert.equal(code, 7)
  assert.match(stderr, /--members \(item 1, user, id\): /)
})

test('a list prints one page, the next page with --next, and all pages with --all', async () => {
  const list = ['files', 'list', projectId]
  await Promise.all(Array.from({ length: 53 }, () => newFile(world, projectId, owner)))
  const first = await cli(...list, '--json')
  assert.equal(JSON.parse(first.stdout).length, 50)
  const [, cursor] = /^More results: use --all, or --next (\S+)\n$/.exec(first.stderr)!
  const second = await cli(...list, '--json', '--next', cursor!)
  assert.equal(JSON.parse(second.stdout).length, 3)
  assert.match(second.stderr, /--prev /)

  const all = await cli(...list, '--all', '--json')
  assert.deepEqual(JSON.parse(all.stdout), [...JSON.parse(first.stdout), ...JSON.parse(second.stdout)])
  assert.equal(all.stdout.split('\n').length, 53 + 3, 'an item a line')
  assert.equal(all.stderr, '')

  const table = await cli(...list, '--all')
  assert.equal(table.stdout.trimEnd().split('\n').length, 53 + 1)
  const none = await cli(...list, '--all', '--json', '--keyword', 'zzzzzz')
  assert.equal(none.stdout, '[]\n')
  assert.equal((await cli(...list, '--keyword', 'zzzzzz')).stderr, 'No results.\n')
})

test('an operation without a result prints one line, and nothing with --quiet', async () => {
  const made = await cli('folders', 'create', projectId, '--name', 'Short-lived', '--json')
  const { id } = JSON.parse(made.stdout)
  assert.deepEqual(await cli('folders', 'update', id, '--name', 'Other'), {
    code: 0,
    stdout: '',
    stderr: 'Updated.\n',
  })
  assert.deepEqual(await cli('folders', 'delete', id, '-q'), { code: 0, stdout: '', stderr: '' })
})

test('--verbose logs each request without the key', async () => {
  const { stdout, stderr } = await cli('ping', '--json', '--verbose')
  assert.equal(JSON.parse(stdout).pong, true)
  assert.match(stderr, /^GET \/api\/ping 200 request \S+ \d+ ms\n$/)
})

test('whoami prints the result of ping', async () => {
  assert.deepEqual(await cli('whoami', '--json'), await cli('ping', '--json'))
  assert.match((await cli('whoami')).stdout, /Workspace .*\n.*Name .*Studio/)
})

test('a flag of a command hides the global flag of the same name, which goes before the command', async () => {
  const words = ['files', 'link-youtube', projectId, '--url', 'https://youtu.be/dQw4w9WgXcQ', '--json']
  const { code, stdout, stderr } = await runCli(['--url', world.url, ...words], {
    env: { DAILIES_API_KEY: owner.key },
  })
  assert.equal(code, 0, stderr)
  assert.match(JSON.parse(stdout).id, /^FX/)
})

test('the key of a profile is sent to the server of that profile only', async () => {
  const folder = temporaryFolder()
  const home = { XDG_CONFIG_HOME: folder }
  await runCli(['login', '--key', '--url', world.url], { env: home, stdin: owner.key })
  assert.equal((await runCli(['ping'], { env: home })).code, 0)
  const asked: (string | null)[] = []
  const spy: typeof fetch = async (input, init) => {
    asked.push(new Headers(init?.headers).get('authorization'))
    return fetch(input, init)
  }
  const other = world.url.replace('127.0.0.1', 'localhost')
  const outcome = await runCli(['--url', other, 'ping'], { env: home, fetch: spy })
  assert.equal(outcome.code, 3)
  assert.deepEqual(asked, [null])
})

test('open prints or opens the page of a project or file', async () => {
  const fileId = await newFile(world, projectId, owner)
  assert.equal((await cli('open', '--print')).stdout, `${world.url}/\n`)
  assert.equal((await cli('open', projectId, '--print')).stdout, `${world.url}/projects/${projectId}\n`)
  assert.equal(
    (await cli('open', fileId, '--json')).stdout,
    `{\n  "url": "${world.url}/files/${fileId}"\n}\n`,
  )
  const opened: string[] = []
  await runCli(['open'], { env, openPage: async (url) => void opened.push(url) })
  assert.deepEqual(opened, [`${world.url}/`])
  const failed = await cli('open')
  assert.deepEqual(
    [failed.code, failed.stderr],
    [1, `dailies: Cannot open a browser.\n  Open ${world.url}/\n`],
  )
})
