// A command that calls one operation: reads the input from flags and prints the result as JSON, a table or a record.
import type { Dailies, OperationName } from '@dailies/sdk'
import type { Context } from './context.ts'
import type { Command, Operation } from './declaration.ts'
import { exampleFor } from './examples.ts'
import { readInput } from './input.ts'
import { reader } from './io.ts'
import { type Flag, isOn } from './kit/flags.ts'
import { jsonText } from './output/json.ts'
import { recordText } from './output/record.ts'
import { columnsFor, table } from './output/table.ts'
import { forPeople } from './output/value.ts'

type Fields = Record<string, unknown>
type Page = {
  data: Fields[]
  next?: string | null
  prev?: string | null
  current?: number
  hasNext?: boolean
}

const inputFlag: Flag = {
  name: 'input',
  value: 'JSON',
  help: 'All fields as one JSON object; @FILE reads a file, - reads stdin. Other flags override it.',
}
const allFlag: Flag = { name: 'all', help: 'Fetch all pages.' }

export function operationCommand(operation: Operation): Command {
  const paged = operation.answer === 'cursor' || operation.answer === 'number'
  return {
    words: operation.words,
    summary: operation.summary,
    args: operation.args,
    flags: [...(operation.fields.length > 0 ? [inputFlag] : []), ...(paged ? [allFlag] : [])],
    operation,
    examples: exampleFor(operation),
    ...(operation.browserOnly ? { details: browserOnly } : {}),
    run: async (parsed, context) => {
      const input = await readInput(operation, parsed, reader(context.io))
      await callOperation(operation, input, context, isOn(parsed.values, 'all'))
    },
  }
}

const browserOnly =
  'This operation requires a browser session: API keys and apps are rejected. Run `dailies open` to use the web app.'

export async function callOperation(
  operation: Operation,
  input: Fields,
  context: Context,
  all = false,
): Promise<unknown> {
  const client = await context.client()
  const { signal } = context.io
  if (all) return printAll(operation, input, context, client)
  const call = client.call.bind(client) as (name: string, input: Fields, options: object) => Promise<unknown>
  const result = await call(operation.name as OperationName, input, { signal })
  await printResult(operation, result, context)
  return result
}

export async function printResult(operation: Operation, result: unknown, context: Context): Promise<void> {
  const { answer } = operation
  if (answer === 'nothing') return context.json ? undefined : context.say(doneLine(operation))
  const paged = answer === 'cursor' || answer === 'number'
  const data = paged ? (result as Page).data : result
  if (context.json) await context.printJson(data)
  else if (Array.isArray(data)) await printTable(operation, data, context)
  else await context.print(recordText(forPeople(data as Fields), context))
  if (paged) await sayHowToContinue(result as Page, context)
}

async function printTable(operation: Operation, records: Fields[], context: Context): Promise<void> {
  const { columns: terminalWidth, style } = context
  if (records.length === 0) return context.say('No results.')
  const columns = columnsFor(operation.client.split('.')[0]!, records)
  await context.print(table(records.map(forPeople), { columns, terminalWidth, style }))
}

/** Says how to get the next page. */
async function sayHowToContinue(page: Page, context: Context): Promise<void> {
  const ways: string[] = []
  if (page.next) ways.push(`--next ${page.next}`)
  if (page.prev) ways.push(`--prev ${page.prev}`)
  if (page.hasNext) ways.push(`--page ${page.current! + 1}`)
  if (ways.length > 0) await context.say(`More results: use --all, or ${ways.join(' or ')}`)
}

/** JSON: one array, streamed with one item per line. Tables: one per 200 items. */
async function printAll(
  operation: Operation,
  input: Fields,
  context: Context,
  client: Dailies,
): Promise<void> {
  const items = allItems(operation, input, context, client)
  if (context.json) {
    let before = '['
    for await (const item of items) {
      await context.print(`${before}\n${jsonText(item)}`)
      before = ','
    }
    return context.print(before === '[' ? '[]\n' : '\n]\n')
  }
  let batch: Fields[] = []
  let printed = false
  for await (const item of items) {
    batch.push(item)
    if (batch.length < 200) continue
    await printTable(operation, batch, context)
    printed = true
    batch = []
  }
  if (batch.length > 0 || !printed) await printTable(operation, batch, context)
}

function allItems(
  operation: Operation,
  input: Fields,
  { io }: Context,
  client: Dailies,
): AsyncIterable<Fields> {
  const params = operation.args.map(({ key }) => input[key])
  return methodOf(client, operation.client)(...params, input, { signal: io.signal })
}

const pastTense: Record<string, string> = {
  abort: 'Aborted',
  add: 'Added',
  cancel: 'Cancelled',
  complete: 'Completed',
  create: 'Created',
  delete: 'Deleted',
  disconnect: 'Disconnected',
  end: 'Ended',
  remove: 'Removed',
  rename: 'Renamed',
  reopen: 'Reopened',
  resolve: 'Resolved',
  revoke: 'Revoked',
  schedule: 'Scheduled',
  set: 'Set',
  update: 'Updated',
}

/** The message after an operation without a result: `files delete` → “Deleted.” */
export function doneLine({ client, words }: Operation): string {
  const [verb, ...rest] = words.at(-1)!.split('-') as [string, ...string[]]
  const past = pastTense[verb]
  if (past === undefined) return 'Done.'
  if (client.endsWith('Deletion') && verb === 'schedule') return 'Scheduled the deletion.'
  return rest.length === 0 ? `${past}.` : `${past} the ${rest.join(' ')}.`
}

// biome-ignore lint/suspicious/noExplicitAny: the caller knows the types of the method it names.
type Method = (...args: any[]) => any

/** The SDK's method of an operation, such as `folders.create`. */
export function methodOf(client: Dailies, name: string): Method {
  let found: unknown = client
  for (const word of name.split('.')) found = (found as Record<string, unknown>)[word]
  return found as Method
}
