// Property tests: any input survives the round trip to words and back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findCommand } from '../src/catalogue.ts'
import type { Field, Operation } from '../src/declaration.ts'
import { fieldShapes, globalFlags } from '../src/flags.ts'
import { operations } from '../src/generated/commands.ts'
import { readInput } from '../src/input.ts'
import { parseWords } from '../src/kit/flags.ts'
import { encodeInput } from './encode.ts'
import { runCli } from './run-cli.ts'

const noFile = () => Promise.reject(new Error('no file is read'))

function read(
  operation: Operation,
  words: readonly string[],
  readText = noFile as (path: string) => Promise<string>,
) {
  const command = findCommand(operation.words).command!
  const shapes = [...fieldShapes(operation.fields), ...command.flags, ...globalFlags]
  return readInput(operation, parseWords(words.slice(operation.words.length), shapes), readText)
}

const text = fc.string({ unit: 'grapheme' })

function one(field: Field): fc.Arbitrary<unknown> {
  if (field.values) return fc.constantFrom(...field.values)
  if (field.kind === 'boolean') return fc.boolean()
  if (field.kind === 'integer') return fc.maxSafeInteger()
  if (field.kind === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0)
  if (field.kind === 'id')
    return fc
      .string({ minLength: 1 })
      .filter((id) => id !== 'null' && !id.startsWith('{'))
      .map((id) => ({ id }))
  if (field.kind === 'map') return fc.dictionary(text, text, { noNullPrototype: true })
  // JSON writes -0 as 0.
  if (field.kind === 'json')
    return fc
      .jsonValue()
      .filter((value) => value !== null)
      .map((value) => JSON.parse(JSON.stringify(value)))
  if (field.kind === 'record')
    return fc.record(Object.fromEntries(field.parts!.map((part) => [part.path[0]!, value(part)])), {
      noNullPrototype: true,
    })
  // For a nullable field the word null means null; the text "null" needs --input.
  return field.nullable ? text.filter((word) => word !== 'null') : text
}

function value(field: Field): fc.Arbitrary<unknown> {
  const base = field.many ? fc.array(one(field), { maxLength: 4 }) : one(field)
  return field.nullable ? fc.option(base, { nil: null }) : base
}

function inputOf(operation: Operation): fc.Arbitrary<Record<string, unknown>> {
  const keys = operation.args.map(({ key }) => [key, text] as const)
  const fields = operation.fields.map((field) => {
    const given = field.required || field.otherwise !== undefined
    return [field.path, given ? value(field) : fc.option(value(field), { nil: undefined })] as const
  })
  return fc
    .tuple(fc.record(Object.fromEntries(keys)), fc.tuple(...fields.map(([, arbitrary]) => arbitrary)))
    .map(([ids, values]) => {
      const input: Record<string, unknown> = { ...ids }
      for (const [i, [path]] of fields.entries()) put(input, path, values[i])
      return input
    })
}

function put(input: Record<string, unknown>, [key, ...rest]: readonly string[], value: unknown): void {
  if (value === undefined) return
  if (rest.length === 0) input[key!] = value
  else {
    input[key!] ??= {}
    put(input[key!] as Record<string, unknown>, rest, value)
  }
}

for (const operation of operations) {
  test(`${operation.words.join(' ')}: input → words → input`, () =>
    fc.assert(
      fc.asyncProperty(inputOf(operation), async (input) => {
        assert.deepEqual(await read(operation, encodeInput(operation, input)), input)
      }),
      { numRuns: 30 },
    ))
}

const generate = operations.find(({ client }) => client === 'files.generate')!
const create = operations.find(({ client }) => client === 'folders.create')!
const addMembers = operations.find(({ client }) => client === 'members.add')!

test('required fields that may be null or empty need no flag', async () => {
  const words = [
    'files',
    'generate',
    'P',
    '--output-type',
    '3d',
    '--output-model',
    'meshy-7',
    '--prompt',
    'A cat',
  ]
  const input = await read(generate, words)
  assert.deepEqual(input, {
    projectId: 'P',
    outputType: '3D',
    outputModel: 'meshy-7',
    prompt: 'A cat',
    folder: null,
    attachments: null,
  })
})

test('--input takes JSON, a file or stdin, and flags override it', async () => {
  const files: Record<string, string> = {
    'in.json': '{"name":"A","parent":{"id":"DX1"}}',
    '-': '{"projectId":"P","name":"B"}',
  }
  const readText = async (path: string) => files[path]!
  const run = (...words: string[]) => read(create, ['folders', 'create', ...words], readText)
  assert.deepEqual(await run('P', '--input', '@in.json', '--name', 'C'), {
    projectId: 'P',
    name: 'C',
    parent: { id: 'DX1' },
  })
  assert.deepEqual(await run('--input', '-'), { projectId: 'P', name: 'B' })
  assert.deepEqual(await run('P', '--input={"name":"null"}'), { projectId: 'P', name: 'null' })
})

test('--prompt-file reads a file', async () => {
  const words = [
    'files',
    'generate',
    'P',
    '--output-type=3D',
    '--output-model=meshy-7',
    '--prompt-file',
    'shot.txt',
  ]
  const input = await read(generate, words, async (path) => `from ${path}`)
  assert.equal(input.prompt, 'from shot.txt')
})

test('enum values may be written in lower case, with dashes and without prefix', async () => {
  const roles = ['reviewer', 'PROJECT_REVIEWER', 'project-reviewer', 'restricted-reviewer']
  const inputs = await Promise.all(
    roles.map((role) => read(addMembers, ['members', 'add', 'P', '--members', `user=U,role=${role}`])),
  )
  assert.deepEqual(
    inputs.map(({ members }) => (members as { role: string }[])[0]!.role),
    ['PROJECT_REVIEWER', 'PROJECT_REVIEWER', 'PROJECT_REVIEWER', 'PROJECT_RESTRICTED_REVIEWER'],
  )
})

test('wrong usage: exit code 2, a message and a suggestion', async () => {
  const cases: [string[], RegExp][] = [
    [['nonsense'], /There is no command "nonsense"/],
    [['folder'], /There is no command "folder"\. Did you mean folders\?/],
    [['folders', 'crate'], /There is no command "folders crate"\. Did you mean create\?/],
    [['folders', 'create'], /<project-id> is required[\s\S]*folders create --help/],
    [['folders', 'create', 'P'], /--name must be set/],
    [['folders', 'create', 'P', 'Q', '--name', 'x'], /Unexpected argument "Q"/],
    [['folders', 'create', 'P', '--nam', 'x'], /Unknown flag --nam\. Did you mean --name\?/],
    [['folders', 'create', 'P', '--name'], /--name needs a value/],
    [['folders', 'create', 'P', '--name', '--json'], /--name needs a value/],
    [['folders', 'create', 'P', '--input', '{'], /--input is not valid JSON/],
    [['folders', 'create', 'P', '--input', '[]'], /--input must be a JSON object/],
    [['folders', 'create', 'P', '--input', '@/nowhere/x.json'], /Cannot read \/nowhere\/x\.json: ENOENT/],
    [['files', 'set-tag', 'FX', '--tag', 'aproved'], /not one of IN_PROGRESS, .*Did you mean/],
    [['versions', 'list', 'P', '--page', 'two'], /--page two is not a whole number/],
    [['members', 'add', 'P', '--members', 'usr=1'], /"usr=1" is not valid[\s\S]*user=…,role=…/],
    [
      ['skills', 'create', '--name', 'a', '--description', 'b', '--metadata', 'x'],
      /not of the form name=value/,
    ],
    [['folders', 'delete', 'DX', '--recursive=perhaps'], /must be true or false/],
    [['projects', 'list', '--all=yes'], /--all takes no value/],
    [['completion', 'tcsh'], /"tcsh" is not one of bash, zsh, fish/],
    [['open', 'x'], /neither a project ID nor a file ID/],
    [['--url', 'ftp://x', 'ping'], /not a valid server URL/],
    [['--profile', 'nobody', 'ping'], /no profile "nobody"[\s\S]*dailies login --profile nobody/],
    [['files', 'upload', 'P', '/nowhere/a.mov'], /File not found: \/nowhere\/a\.mov/],
    [['files', 'upload', 'P', '/'], /is a folder/],
  ]
  for (const [words, message] of cases) {
    const { code, stdout, stderr } = await runCli(words)
    assert.match(stderr, message)
    assert.deepEqual([code, stdout], [2, ''], words.join(' '))
    assert.ok(stderr.trimEnd().split('\n').length <= 3, stderr)
  }
})
