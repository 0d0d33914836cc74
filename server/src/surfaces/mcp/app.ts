// MCP Apps: a card with a review inside the conversation, for hosts that show one. Clients that do not declare the
// extension see nothing of it. The decision on it: docs/decisions/0091-the-review-card.md.
import type { McpServer, Tool } from '@modelcontextprotocol/server'
import type { CatalogueTool } from './tools/define-tool.ts'

type Message = Record<string, unknown>

const extension = 'io.modelcontextprotocol/ui'
const mimeType = 'text/html;profile=mcp-app'
const cardUri = 'ui://dailies/review'

/** Whether a message asks for the card. It holds no data, so reading it takes no scope. */
export function readsCard({ method, params }: Message): boolean {
  return method === 'resources/read' && (params as { uri?: unknown } | null | undefined)?.uri === cardUri
}

type Capabilities = { extensions?: Record<string, { mimeTypes?: unknown } | undefined> } | undefined

/** Whether the client shows cards. Since 2026 every request says so. Before, only the first one did; `declared` is what it said. */
export function showsCards({ method, params }: Message, declared: boolean): boolean {
  const { _meta, capabilities } = (params ?? {}) as {
    _meta?: Record<string, Capabilities>
    capabilities?: Capabilities
  }
  if (method === 'initialize') return declares(capabilities)
  return declared || declares(_meta?.['io.modelcontextprotocol/clientCapabilities'])
}

function declares(capabilities: Capabilities): boolean {
  const types = capabilities?.extensions?.[extension]?.mimeTypes
  return Array.isArray(types) && types.includes(mimeType)
}

/** The tool as a client that shows cards lists it. */
export function withCard({ app }: CatalogueTool, described: Tool): Tool {
  if (app === undefined) return described
  const ui = app === 'opens' ? { resourceUri: cardUri } : { visibility: ['app'] }
  return { ...described, _meta: { ui } }
}

export function attachCard(mcp: McpServer, html: string): void {
  mcp.server.registerCapabilities({ extensions: { [extension]: { mimeTypes: [mimeType] } } })
  // Nothing is loaded from anywhere: the strictest policy of a host suits the card.
  const ui = { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true }
  const about = {
    title: 'Review',
    description: 'The frame, its drawings and notes, replies, and your verdict.',
    ...{ mimeType, _meta: { ui } },
  }
  mcp.registerResource('review', cardUri, about, () => ({
    contents: [{ uri: cardUri, mimeType, text: html, _meta: { ui } }],
  }))
}
