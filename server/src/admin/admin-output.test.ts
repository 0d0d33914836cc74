// The output of the admin CLI: exit codes, usage, and results for people and programs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes } from '../core/access.ts'
import { newUuid } from '../core/ids.ts'
import { admin, createTarget, temporaryFolder, withClient } from './fixtures/admin-world.ts'

const { env } = await createTarget()
const run = (...args: string[]) => admin(env, args)
const forPeople = (...args: string[]) => admin(env, args, true)
const workspace = (await run('workspace', 'create', '--name', 'Studio')).json.id
const nobody = newUuid()

const userOptions = { workspace, email: 'ada@example.com', name: 'Ada', role: 'OWNER' }
const user = (await run('user', 'create', ...flags(userOptions))).json.id
const keyOptions = { workspace, user, scopes: 'none' }

function flags(options: Record<string, string>): string[] {
  return Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
}

test('a wrong value: exit code 2 and one line that says what to do', async () => {
  const cases: [string[], RegExp][] = [
    [['workspace', 'create', '--name', ''], /--name: a name has 1 to 100 characters/],
    [['workspace', 'create', '--name', '🎬'.repeat(101)], /--name: .*it has 101/],
    [['workspace', 'create', '--name', 'a\0b'], /--name: .*NUL/],
    [['user', 'create', ...flags({ ...userOptions, workspace: 'x' })], /--workspace: .*workspace list/],
    [['user', 'create', ...flags({ ...userOptions, email: 'ada' })], /--email: .*ada@example\.com/],
    [['user', 'create', ...flags({ ...userOptions, email: 'a b@c' })], /--email/],
    [['user', 'create', ...flags({ ...userOptions, email: `${'a'.repeat(250)}@b.cd` })], /--email/],
    [['user', 'create', ...flags({ ...userOptions, role: 'KING' })], /--role: .*OWNER, ADMIN, MEMBER, GUEST/],
    [['key', 'create', ...flags({ ...keyOptions, user: 'me' })], /--user: .*user list/],
    [
      ['key', 'create', ...flags({ ...keyOptions, scopes: 'projects:read,x' })],
      /"x" is not a scope: .*skills:write/,
    ],
    [['key', 'create', ...flags({ ...keyOptions, scopes: '' })], /not a scope/],
    [['key', 'create', ...flags({ ...keyOptions, 'expires-in': '0s' })], /--expires-in: .*30d/],
    [['key', 'create', ...flags({ ...keyOptions, 'expires-in': '1w' })], /--expires-in: .*30d/],
    [['key', 'create', ...flags({ ...keyOptions, 'expires-in': '36501d' })], /--expires-in: .*36500d/],
    [['key', 'revoke', '--id', 'rvk_secret'], /--id: .*key list/],
    [['backup', '--to', ''], /--to/],
  ]
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await run(...args)
    assert.deepEqual([code, stdout], [2, ''], args.join(' '))
    assert.match(stderr, message)
    assert.equal(stderr.trimEnd().split('\n').length, 1)
  }
  assert.equal((await run('workspace', 'create', '--name', '🎬'.repeat(100))).code, 0)
})

test('wrong usage: exit code 2 and the help of the command', async () => {
  const cases: [string[], RegExp][] = [
    [['nonsense'], /There is no command "admin nonsense"[\s\S]*workspace create/],
    [['key'], /needs one more word[\s\S]*key revoke --id ID/],
    [['key', 'nonsense'], /There is no command "admin key nonsense"[\s\S]*key create/],
    [['key', 'revoke'], /--id is required[\s\S]*key revoke --id ID/],
    [['key', 'revoke', '--id'], /--id[\s\S]*key revoke --id ID/],
    [['key', 'list', '--nonsense'], /--nonsense[\s\S]*key list \[--workspace ID\]/],
    [['key', 'list', 'nonsense'], /nonsense[\s\S]*key list \[--workspace ID\]/],
    [['--json', 'key', 'list'], /There is no command/],
  ]
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await run(...args)
    assert.deepEqual([code, stdout], [2, ''], args.join(' '))
    assert.match(stderr, message)
    assert.match(stderr, /Usage\n {2}npm run -s dailies -- admin/)
  }
})

test('an unknown object: exit code 1 and one line', async () => {
  const cases: [string[], RegExp][] = [
    [
      ['user', 'create', '--existing', ...flags({ ...userOptions, workspace: nobody })],
      /no workspace .*workspace list/,
    ],
    [['user', 'list', '--workspace', nobody], /no workspace/],
    [['key', 'list', '--workspace', nobody], /no workspace/],
    [['key', 'create', ...flags({ ...keyOptions, user: nobody })], /no user .*user list/],
    [['key', 'create', ...flags({ ...keyOptions, workspace: nobody })], /no user .*user list/],
    [['key', 'revoke', '--id', nobody], /no key .*key list/],
    [['restore', '--from', '/nowhere/backup.tgz'], /cannot read the backup/],
    [['backup', '--to', '/nowhere/backup.tgz'], /the folder \/nowhere does not exist/],
  ]
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await run(...args)
    assert.deepEqual([code, stdout], [1, ''], args.join(' '))
    assert.match(stderr, message)
    assert.equal(stderr.trimEnd().split('\n').length, 1)
  }
})

test('a user in an unknown workspace leaves no account behind', async () => {
  const email = 'stray@example.com'
  await run('user', 'create', ...flags({ ...userOptions, email, workspace: nobody }))
  const { stdout } = await run('user', 'list')
  assert.ok(!stdout.includes(email))
})

test('an unreachable database: exit code 1 and one line without its password', async () => {
  const unreachable = { ...env, DATABASE_URL: 'postgresql://ada:sekret@127.0.0.1:1/dailies' }
  for (const command of [
    ['workspace', 'list'],
    ['backup', '--to', `${temporaryFolder()}/b`],
  ]) {
    const { code, stderr } = await admin(unreachable, command)
    assert.equal(code, 1)
    assert.match(stderr, /^.*ECONNREFUSED.*\n$/)
    assert.ok(!stderr.includes('sekret'))
  }
})

test('help: exit code 0, without a database', async () => {
  const nothing = { DATABASE_URL: 'postgresql://127.0.0.1:1/none', DATA_DIR: '/nowhere' }
  for (const args of [[], ['--help'], ['-h'], ['help']]) {
    const { code, stdout, stderr } = await admin(nothing, args)
    assert.deepEqual([code, stderr], [0, ''])
    for (const command of [
      'workspace create',
      'user list',
      'key revoke',
      'secret forget',
      'backup',
      'restore',
    ]) {
      assert.ok(stdout.includes(`  ${command} `) || stdout.includes(`  ${command}\n`), command)
    }
  }
  const group = await admin(nothing, ['key', '--help'])
  assert.equal(group.code, 0)
  assert.ok(group.stdout.includes('key revoke --id ID') && !group.stdout.includes('workspace create'))
  const command = await admin(nothing, ['key', 'create', '--help'])
  assert.equal(command.code, 0)
  for (const scope of scopes) assert.ok(command.stdout.includes(scope))
})

test('the result is JSON without a terminal, and text or a table on one', async () => {
  const sentence = await forPeople('workspace', 'create', '--name', 'Bell \u0007\u001b[31m')
  assert.match(sentence.stdout, /^The workspace "Bell ��\[31m" has the ID [0-9a-f-]{36}\.\n$/)
  const json = await forPeople('workspace', 'create', '--name', 'N', '--json')
  assert.deepEqual(Object.keys(json.json), ['id'])

  const made = await forPeople('key', 'create', ...flags(keyOptions))
  assert.match(made.stdout, /^rvk_\w{36}\n\nThis is shown once/)
  const list = await forPeople('key', 'list')
  const [heading, row] = list.stdout.split('\n')
  assert.match(heading!, /^ID +NAME +USER +SCOPES +EXPIRES/)
  assert.match(row!, /^[0-9a-f-]{36} {2}Admin CLI {2}ada@example\.com {2}none {4}-/)
  assert.equal(heading!.indexOf('SCOPES'), row!.indexOf('none'))
})

test('commands work on an empty database before the first start', async () => {
  const bare = await createTarget()
  await withClient(bare.url, (client) => client.query('drop schema public cascade; create schema public'))
  const made = await bare.admin('workspace', 'create', '--name', 'First')
  assert.equal(made.code, 0, made.stderr)
})
