// The tool-calling interface without an SDK: JSON-RPC messages over POST /mcp.
import { call } from './client.ts'

export async function sendMessage(method: string, params: Record<string, unknown> = {}) {
  const name = typeof params.name === 'string' ? { 'Mcp-Name': params.name } : {}
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'existing client', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const headers = {
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': method,
    ...name,
  }
  const body = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }
  return (await call('POST /mcp', { headers, body })).body.result
}

export async function toolNames(): Promise<string[]> {
  return (await sendMessage('tools/list')).tools.map(({ name }: { name: string }) => name)
}
