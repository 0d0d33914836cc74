// The floor: what a handler must do at least. Bare node:http, the same driver with as many connections, the same
// statement; no routing, credentials, limits, validation, records, metrics or log.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newPrefixedId, newUuid } from '../server/src/core/ids.ts'
import type { Statement } from '../server/src/core/sql.ts'
import { createDatabase, type DatabaseClient } from '../server/src/database/client.ts'
import { answerParent, usage } from './processes.ts'

/** What the floor answers with: a constant value, or what a statement returns. Either is made JSON per request. */
export type Plan = {
  status: number
  value?: unknown
  statement?: Pick<Statement, 'text' | 'values'>
  /** Which parameters are new for every request: an id made as ours is, or the name that the body carries. */
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
  // The driver takes a template. Our statements number their parameters in order, so the text gives it back.
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
