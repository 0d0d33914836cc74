// MCP clients: the official SDK's client in both protocol versions, and hand-written messages.
import { Client, type ClientCapabilities, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { isList, methodAndPath, type Operation } from '../../src/core/operation.ts'
import type { Target } from '../worlds/samples.ts'
import { type Answer, call } from '../worlds/world.ts'

export const protocols = ['2026-07-28', '2025-11-25'] as const
export type ProtocolName = (typeof protocols)[number]

export async function connect(
  url: string,
  key: string,
  protocol: ProtocolName = '2026-07-28',
  { capabilities = {}, path = '/mcp' }: { capabilities?: ClientCapabilities; path?: string } = {},
): Promise<Client> {
  const mode = protocol === '2025-11-25' ? 'legacy' : { pin: protocol }
  const client = new Client({ name: 'test', version: '1' }, { capabilities, versionNegotiation: { mode } })
  const headers = { Authorization: `Bearer ${key}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(url + path), { requestInit: { headers } }))
  return client
}

type Sent = { method: string; params?: Record<string, unknown> }

/** One message as a client of 2026-07-28 sends it. */
export function post(
  url: string,
  key: string | undefined,
  message: Sent,
  headers: Record<string, string> = {},
  meta: Record<string, unknown> = {},
): Promise<Answer> {
  const { body, headers: own } = request(message, meta)
  return call(url, 'POST /mcp', { key, headers: { ...own, ...headers }, body })
}

export function request(
  { method, params }: Sent,
  meta: Record<string, unknown> = {},
): { headers: Record<string, string>; body: string } {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
    ...meta,
  }
  const name = params?.name ?? params?.uri
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': method,
    ...(typeof name === 'string' ? { 'Mcp-Name': name } : {}),
  }
  return { headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }) }
}

export function callToolByHand(
  url: string,
  key: string | undefined,
  operation: Operation,
  target: Target,
): Promise<Answer> {
  // All fields, as the API returns them.
  const detail = isList(operation) ? { detail: 'full' } : {}
  const params = { name: operation.tool, arguments: { ...detail, ...toolArguments(operation, target) } }
  return post(url, key, { method: 'tools/call', params })
}

/** The path, query and body fields of a sample request as the one flat object of a tool call. */
export function toolArguments(operation: Operation, { params, fields }: Target): Record<string, unknown> {
  const { pathKeys } = methodAndPath(operation)
  return { ...fields, ...Object.fromEntries(pathKeys.map((key) => [key, params[key]])) }
}

/** The status and code that the HTTP API would return. */
export function outcomeOf({ status, body }: Answer, operation: Operation): string {
  if (body?.error) return `${status} ${body.error.data?.code ?? body.error.code}`
  const { isError } = body.result
  if (!isError) return `${operation.output[0]} success`
  const { status: refused, code } = refusalOf(body.result)
  return `${refused} ${code}`
}

/** The error of a tool call: text only, because some clients compare structured content with the output schema. */
// biome-ignore lint/suspicious/noExplicitAny: tests read its fields.
export function refusalOf({ content, structuredContent }: any): any {
  if (structuredContent !== undefined) throw new Error('an error has structured content')
  return JSON.parse(content[0].text)
}
