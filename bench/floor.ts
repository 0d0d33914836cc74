// The floor: the minimum that a handler must do, written as most services are: bare node:http, the plain `pg` driver with as
// many connections as our server has, and the same statements, prepared. No routing, credentials, rate limits, validation,
// records, metrics or logs.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { newPrefixedId, newUuid } from '../server/src/core/ids.ts'
import { answerParent, usage } from './processes.ts'

export type TokenKind = 'uuid' | 'number' | Parameters<typeof newPrefixedId>[0]

/** A constant, or a text with tokens between its parts, which are new in each request. */
export type Parameter = string | Uint8Array | null | { parts: string[]; tokens: number[] }

/** The response of the floor: a constant, or the result of the last statement, serialised per request. */
export type Plan = ValuePlan | StatementPlan
/** `answer`: the body of our answer. */
type ValuePlan = { status: number; answer: string; value: unknown }
export type StatementPlan = {
  status: number
  answer: string
  statements: { text: string; values: Parameter[] }[]
  tokens: TokenKind[]
}

/** As in `server/src/database/client.ts`: those for single statements and those for transactions. */
const connections = { statements: 4, transactions: 10 }

let pools: { statements: pg.Pool; transactions: pg.Pool }
let plans = 0
let sentBytes = 0
let answer: (response: ServerResponse, body: string) => Promise<void>

export const handlers = {
  start({ databaseUrl: connectionString }: { databaseUrl: string }): Promise<number> {
    pools = {
      statements: new pg.Pool({ connectionString, max: connections.statements }),
      transactions: new pg.Pool({ connectionString, max: connections.transactions }),
    }
    const server = createServer((request, response) => {
      readBody(request, (body) => {
        answer(response, body).catch((error: Error) => send(response, 500, error.message))
      })
    })
    return new Promise((done) => {
      server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port))
    })
  },
  serve(plan: Plan): void {
    answer = 'value' in plan ? answerValue(plan) : answerRows(plan)
  },
  /** The length of the last body. */
  sentBytes: () => sentBytes,
  usage,
}
answerParent(handlers)

function answerValue({ status, value }: ValuePlan): typeof answer {
  return async (response) => send(response, status, JSON.stringify(value))
}

function answerRows({ status, statements, tokens, answer: ours }: StatementPlan): typeof answer {
  const textOf = rowsWriter(ours)
  const prefix = `p${plans++}_`
  const inTransaction = statements.some(({ text }) => /^begin/i.test(text))

  async function run(client: pg.Pool | pg.PoolClient, fresh: string[]): Promise<pg.QueryResultRow[]> {
    let rows: pg.QueryResultRow[] = []
    for (const [i, { text, values }] of statements.entries()) {
      const parameters = values.map((value) => fill(value, fresh))
      const result = await client.query({ name: prefix + i, text, values: parameters })
      if (result.rows.length > 0) rows = result.rows
    }
    return rows
  }

  async function runInTransaction(fresh: string[]): Promise<pg.QueryResultRow[]> {
    const client = await pools.transactions.connect()
    try {
      return await run(client, fresh)
    } finally {
      client.release()
    }
  }

  return async (response, body) => {
    // A service parses what it is sent.
    if (body !== '') JSON.parse(body)
    const fresh = tokens.map((kind) => newToken(kind, body))
    const rows = inTransaction ? await runInTransaction(fresh) : await run(pools.statements, fresh)
    send(response, status, textOf(rows))
  }
}

function fill(value: Parameter, fresh: string[]): unknown {
  if (value === null || typeof value === 'string' || value instanceof Uint8Array) return value
  return value.parts.reduce((text, part, i) => text + fresh[value.tokens[i - 1]!] + part)
}

function newToken(kind: TokenKind, body: string): string {
  if (kind === 'uuid') return newUuid()
  return kind === 'number' ? /\d{12}/.exec(body)![0] : newPrefixedId(kind)
}

/** Where Postgres writes the records of our answer as JSON text, in one column, that text is passed through. */
function rowsWriter(ours: string): (rows: pg.QueryResultRow[]) => string {
  let column: string | undefined
  let known = false
  const isRecord = (value: unknown) =>
    typeof value === 'string' && /^[{[]/.test(value) && ours.includes(value.slice(0, 40))
  return (rows) => {
    if (!known && rows[0]) {
      column = Object.entries(rows[0]).find(([, value]) => isRecord(value))?.[0]
      known = true
    }
    if (column === undefined) return JSON.stringify({ data: rows })
    let text = ''
    for (const row of rows) text += text === '' ? row[column] : `,${row[column]}`
    return `{"data":[${text}]}`
  }
}

function readBody(request: IncomingMessage, then: (body: string) => void): void {
  if (request.headers['content-length'] === undefined) {
    then('')
    return
  }
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (chunk: string) => {
    text += chunk
  })
  request.on('end', () => then(text))
}

function send(response: ServerResponse, status: number, body: string): void {
  sentBytes = Buffer.byteLength(body)
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': sentBytes,
  })
  response.end(body)
}
