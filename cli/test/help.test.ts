import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commands } from '../src/catalogue.ts'
import { globalFlags } from '../src/flags.ts'
import { width } from '../src/kit/terminal-text.ts'
import { runCli } from './run-cli.ts'

test('the help of every command fits in 80 columns and has an example', async () => {
  for (const { words } of commands) {
    const { code, stdout, stderr } = await runCli([...words, '--help'], { terminal: 80 })
    assert.deepEqual([code, stderr], [0, ''], words.join(' '))
    assert.match(stdout, new RegExp(`Usage\\n {2}dailies ${words.join(' ')}`))
    assert.match(stdout, new RegExp(`Examples\\n {2}.*dailies ${words.join(' ')}|Examples\\n {2}.*dailies`))
    for (const line of stdout.split('\n')) assert.ok(width(line) <= 80, `${words.join(' ')}: ${line}`)
  }
})

test('no command declares a flag twice, and examples use declared flags only', () => {
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

test('help works without words, for a group and for a topic, as a command and as a flag', async () => {
  const overview = await runCli([])
  assert.match(
    overview.stdout,
    /Get started[\s\S]*login[\s\S]*Resources[\s\S]*folders +create, delete, list, restore, update[\s\S]*Server[\s\S]*admin/,
  )
  assert.deepEqual(await runCli(['--help']), overview)
  assert.deepEqual(await runCli(['help']), overview)
  const group = await runCli(['folders'])
  assert.match(group.stdout, /create <project-id> +Create a folder/)
  assert.deepEqual(await runCli(['folders', '-h']), group)
  assert.deepEqual(await runCli(['help', 'folders']), group)
  assert.deepEqual(await runCli(['help', 'folders', 'create']), await runCli(['folders', 'create', '--help']))
  assert.match((await runCli(['help', 'exit-codes'])).stdout, /130 +Interrupted by Ctrl-C/)
  assert.match((await runCli(['help', 'environment'])).stdout, /DAILIES_API_KEY/)
  assert.equal((await runCli(['help', 'nonsense'])).code, 2)
  assert.match((await runCli(['events', '--help'])).stdout, /--follow/)
})

test('help lists required flags first, with their values', async () => {
  const { stdout } = await runCli(['files', 'generate', '--help'])
  assert.match(stdout, /Required\n {2}--output-type DOCUMENT\|IMAGE\|VIDEO\|3D/)
  assert.match(stdout, /--configs\.generate-audio, --no-configs\.generate-audio/)
  assert.match(stdout, /--prompt-file PATH/)
  assert.match(stdout, /--wait/)
})
