// The floor must send the same statements as the operation. They are recorded between the server and Postgres while the server
// processes real requests. Parameters that differ from one request to the next become templates, which the floor fills.
import type { Parameter, Plan, StatementPlan, TokenKind } from './floor.ts'
import { contentOf, type HotOperation, headersOf } from './hot-operations.ts'
import type { Recorded, Recorder } from './recorder.ts'
import type { World } from './world.ts'

/** Not part of an operation: events are numbered afterwards in batches, and the others keep connections alive. */
const background = /number_events|^select 1$|^listen /i

/** A credential is looked up once a second, so the shortest recording is the one of the operation alone. */
const recordings = 5
/** Above the numbers that the load generator uses in names. */
const firstNumber = 10 ** 11

export type Source = { recorder: Recorder; port: number; world: World }

/** The plan of the floor; a text says why there is none. */
export async function planOf(source: Source, operation: HotOperation): Promise<Plan | string> {
  const calls: Call[] = []
  for (let i = 0; i < recordings; i++) calls.push(await record(source, operation, firstNumber + i))
  calls.sort((a, b) => a.statements.length - b.statements.length)
  const [first, second] = calls as [Call, Call]
  const { status, body, statements } = first
  if (statements.length === 0) return { status, answer: body, value: JSON.parse(body) }
  return planFrom(first, second.statements)
}

export type Call = { status: number; body: string; statements: Recorded[] }

async function record(
  { recorder, port, world }: Source,
  operation: HotOperation,
  number: number,
): Promise<Call> {
  const request = operation.request(world)
  const content = contentOf(request, number)
  const call = { status: 0, body: '' }
  const statements = await recorder.during(async () => {
    const response = await fetch(`http://127.0.0.1:${port}${request.path}`, {
      method: request.method,
      headers: headersOf(operation, request, world),
      ...(content === '' ? {} : { body: content }),
    })
    call.status = response.status
    call.body = await response.text()
  })
  if (call.status >= 300) throw new Error(`${operation.name} answers ${call.status}: ${call.body}`)
  return { ...call, statements: statements.filter(({ text }) => !background.test(text)) }
}

/** Parts that are new in each request: a UUID, an ID with a prefix, or the number of the request. */
const token = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[A-Z]{2}[0-9A-Za-z]{22}\b|\b\d{12}\b/g

/** The statements of one call, with templates where those of another call differ; a text when that is not possible. */
export function planFrom({ status, body, statements: first }: Call, second: Recorded[]): Plan | string {
  const texts = (list: Recorded[]) => list.map(({ text }) => text).join('\n')
  if (texts(first) !== texts(second)) return 'its statements differ from call to call'
  const tokens: string[] = []
  const statements: StatementPlan['statements'] = []
  for (const [i, { text, values }] of first.entries()) {
    const parameters: Parameter[] = []
    for (const [j, value] of values.entries()) {
      const parameter = parameterOf(value, second[i]!.values[j]!, tokens)
      if (parameter === undefined) return `parameter $${j + 1} of its statement ${i + 1} cannot be imitated`
      parameters.push(parameter)
    }
    statements.push({ text, values: parameters })
  }
  return { status, answer: body, statements, tokens: tokens.map(kindOf) }
}

/** Undefined when the values differ in something else than tokens. */
function parameterOf(
  value: Recorded['values'][0],
  other: Recorded['values'][0],
  tokens: string[],
): Parameter | undefined {
  if (typeof value !== 'string' || typeof other !== 'string') {
    const same =
      value !== null && other !== null && Buffer.compare(Buffer.from(value), Buffer.from(other)) === 0
    return same || value === other ? value : undefined
  }
  if (value === other) return value
  const literals = value.split(token)
  if (literals.join('\0') !== other.split(token).join('\0')) return undefined
  const found = value.match(token) ?? []
  const others = other.match(token) ?? []
  const template: { parts: string[]; tokens: number[] } = { parts: [literals[0]!], tokens: [] }
  for (const [i, one] of found.entries()) {
    if (one === others[i]) {
      template.parts.push(template.parts.pop() + one + literals[i + 1])
      continue
    }
    if (!tokens.includes(one)) tokens.push(one)
    template.tokens.push(tokens.indexOf(one))
    template.parts.push(literals[i + 1]!)
  }
  return template
}

function kindOf(one: string): TokenKind {
  if (/^\d+$/.test(one)) return 'number'
  return one.includes('-') ? 'uuid' : (one.slice(0, 2) as TokenKind)
}
