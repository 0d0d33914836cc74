// Which tools a client sees: by default those for everyday work; more or fewer by the address or by the headers that other
// servers use.
import type { Caller } from '../../../core/access.ts'
import type { CatalogueTool } from './define-tool.ts'
import { type Toolset, toolsets } from './define-tool.ts'

export type Narrowing = {
  readOnly: boolean
  /** Undefined: the tools for everyday work, of all toolsets. */
  toolsets: readonly Toolset[] | undefined
  /** Whether the client shows the review card, whose tools it hides from models. */
  cards: boolean
}

type Asked = {
  readOnly: boolean
  cards: boolean
  query: Record<string, unknown>
  headers: Record<string, unknown>
}

/** `/mcp/readonly`, `/mcp?toolsets=review,generate`, and the headers X-MCP-Readonly and X-MCP-Toolsets. */
export function narrowingOf({ readOnly, cards, query, headers }: Asked): Narrowing {
  const asked = textOf(query.toolsets) ?? textOf(headers['x-mcp-toolsets'])
  const names = asked?.split(',').map((name) => name.trim().toLowerCase())
  const named = names?.includes('all') ? toolsets : toolsets.filter((toolset) => names?.includes(toolset))
  const withDefault = names === undefined || names.includes('default') || named.length === 0
  const header = textOf(headers['x-mcp-readonly'])?.toLowerCase()
  return {
    cards,
    readOnly: readOnly || header === 'true' || header === '1' || textOf(query.readonly) === 'true',
    toolsets: withDefault ? undefined : named,
  }
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** The tool, or the part of it that changes nothing where that is all the client may use. */
export function narrowed(tool: CatalogueTool, { readOnly }: Narrowing): CatalogueTool {
  return (readOnly && tool.readOnly) || tool
}

/** A tool that is narrowed away cannot be called; one that is only not listed can, by clients that know it. */
export function isCallable({ toolset, reads, app }: CatalogueTool, narrowing: Narrowing): boolean {
  if (app === 'only' && !narrowing.cards) return false
  return (reads || !narrowing.readOnly) && (narrowing.toolsets?.includes(toolset) ?? true)
}

/**
 * A key has the scopes that it has, so it is shown only what they allow. An app can be granted more: it is shown
 * everything, because the call of a tool without its scope is what makes a client ask for it.
 */
export function isListed(tool: CatalogueTool, narrowing: Narrowing, caller: Caller): boolean {
  if (!isCallable(tool, narrowing)) return false
  if (tool.extra && narrowing.toolsets === undefined) return false
  return caller.kind !== 'key' || tool.scopes.every((scope) => caller.scopes.has(scope))
}
