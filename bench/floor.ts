// The floor: the minimum that a handler must do. Bare node:http, the same driver with as many connections and the same
// statement; no routing, credentials, rate limits, validation, records, metrics or logs.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newPrefixedId, newUuid } from '../server/src/core/ids.ts'
import type { Statement } from '../server/src/core/sql.ts'
import { createDatabase, type DatabaseClient } from '../server/src/database/client.ts'
import { answerParent, usage } from './processes.ts'

/** The response of the floor: a constant or the result of a statement, serialised per request. */
export type Plan = {
  status: number
  value?: unknown
  statement?: Pick<Statement, 'text' | 'values'>
  /** The parameters that differ per request: a new ID, or the name in the body. */
  fresh?: { index: number; as: 'uuid' | 'folder' | 'name' }[]
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void

let database: DatabaseClient
let answer: Answer

export const handlers = {
  start(argument: { databaseUrl: string }): Promise<number> {
    database = createDatabase({ connection: argument.databaseUrl, log: console.error })
    const server = createServer((request, response) => answer(request, response))
    return new Promise((done) => {
      server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port))
    })
  },
  serve(plan: Plan): void {
    answer = plan.statement ? answerRows(plan, plan.statement) : answerValue(plan.status, plan.value)
  },
  usage,
}
answerParent(handlers)

function answerValue(status: number, value: unknown): Answer {
  return (_request, response) => send(response, status, JSON.stringify(value))
}

function answerRows(plan: Plan, { text, values }: Pick<Statement, 'text' | 'values'>): Answer {
  // The driver takes a template, which is rebuilt from the numbered parameters of the statement.
  const strings = text.split(/\$\d+/) as unknown as TemplateStringsArray
  const fresh = plan.fresh ?? []

  async function run(response: ServerResponse, parameters: unknown[]): Promise<void> {
    const rows = await database.sql(strings, ...parameters)
    send(response, plan.status, JSON.stringify({ data: rows }))
  }

  return (request, response) => {
    const fail = (error: Error) => send(response, 500, error.message)
    if (request.headers['content-length'] === undefined) {
      run(response, values).catch(fail)
      return
    }
    readJson(request, (body) => {
      const parameters = [...values]
      for (const { index, as } of fresh) {
        parameters[index] = as === 'name' ? body.name : as === 'uuid' ? newUuid() : newPrefixedId('DX')
      }
      run(response, parameters).catch(fail)
    })
  }
}

function readJson(request: IncomingMessage, then: (body: Record<string, unknown>) => void): void {
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (chunk: string) => {
    text += chunk
  })
  request.on('end', () => then(JSON.parse(text)))
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}
