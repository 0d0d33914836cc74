import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commands } from '../src/catalogue.ts'
import { globalFlags } from '../src/flags.ts'
import { width } from '../src/kit/terminal-text.ts'
import { runCli } from './run-cli.ts'

test('every command explains itself in 80 columns, with an example', async () => {
  for (const { words } of commands) {
    const { code, stdout, stderr } = await runCli([...words, '--help'], { terminal: 80 })
    assert.deepEqual([code, stderr], [0, ''], words.join(' '))
    assert.match(stdout, new RegExp(`Usage\\n {2}dailies ${words.join(' ')}`))
    assert.match(stdout, new RegExp(`Examples\\n {2}.*dailies ${words.join(' ')}|Examples\\n {2}.*dailies`))
    for (const line of stdout.split('\n')) assert.ok(width(line) <= 80, `${words.join(' ')}: ${line}`)
  }
})

test('no command has two flags of one name, and no example has a flag that is not there', () => {
  for (const { words, flags, operation, examples = [] } of commands) {
    const fields = operation?.fields ?? []
    const names = [
      ...flags.map(({ name }) => name),
      ...fields.flatMap(({ flag, fromFile }) => (fromFile ? [flag, `${flag}-file`] : [flag])),
    ]
    assert.equal(new Set(names).size, names.length, words.join(' '))
    const known = new Set([...names, ...globalFlags.map(({ name }) => name)])
    for (const [, flag] of examples.join(' ').matchAll(/ --([a-z][\w.-]*)/g))
      assert.ok(known.has(flag!), `${words.join(' ')}: --${flag}`)
  }
})

test('help for nothing, a group, a topic, in each way of asking', async () => {
  const overview = await runCli([])
  assert.match(
    overview.stdout,
    /Start[\s\S]*login[\s\S]*Work[\s\S]*folders +create, delete, list, update[\s\S]*Server[\s\S]*admin/,
  )
  assert.deepEqual(await runCli(['--help']), overview)
  assert.deepEqual(await runCli(['help']), overview)
  const group = await runCli(['folders'])
  assert.match(group.stdout, /create <project-id> +Create a folder/)
  assert.deepEqual(await runCli(['folders', '-h']), group)
  assert.deepEqual(await runCli(['help', 'folders']), group)
  assert.deepEqual(await runCli(['help', 'folders', 'create']), await runCli(['folders', 'create', '--help']))
  assert.match((await runCli(['help', 'exit-codes'])).stdout, /130 +Ended by Ctrl-C/)
  assert.match((await runCli(['help', 'environment'])).stdout, /DAILIES_API_KEY/)
  assert.equal((await runCli(['help', 'nonsense'])).code, 2)
  assert.match((await runCli(['events', '--help'])).stdout, /--follow/)
})

test('required flags are told apart, with their values', async () => {
  const { stdout } = await runCli(['files', 'generate', '--help'])
  assert.match(stdout, /Required\n {2}--output-type DOCUMENT\|IMAGE\|VIDEO\|3D/)
  assert.match(stdout, /--configs\.generate-audio, --no-configs\.generate-audio/)
  assert.match(stdout, /--prompt-file PATH/)
  assert.match(stdout, /--wait/)
})
