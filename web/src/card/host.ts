// The chat app around the card: JSON-RPC messages to the parent window, as MCP Apps (2026-01-26) defines them. The SDK for
// apps takes 540 KB with its dependencies, nine times as much as the whole card may have.

export type Block = { type: string; text?: string; data?: string; mimeType?: string }

export type ToolResult = {
  content?: Block[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
  _meta?: Record<string, unknown>
}

/** The part of the host's context that the card uses. A notification contains changed fields only. */
export type HostContext = {
  theme?: 'light' | 'dark'
  locale?: string
  timeZone?: string
  styles?: { variables?: Record<string, string | undefined> }
  containerDimensions?: { height?: number; maxHeight?: number }
  safeAreaInsets?: Record<'top' | 'right' | 'bottom' | 'left', number>
  toolInfo?: { tool?: { name?: string } }
}

export type Capabilities = { openLinks?: object; serverTools?: object; updateModelContext?: object }

type Message = {
  jsonrpc?: string
  id?: number | string
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: { message?: string }
}

export type Listeners = {
  onInput(args: Record<string, unknown>): void
  onResult(result: ToolResult): void
  onCancelled(): void
  onContext(context: HostContext): void
}

/** The host refused a request, and says why. */
export class Refusal extends Error {}

export type Host = Awaited<ReturnType<typeof connect>>

/** Settles when the host has answered. Its notifications about the tool call follow. */
export async function connect(listeners: Listeners) {
  const waiting = new Map<number, { resolve(value: never): void; reject(reason: Error): void }>()
  let lastId = 0
  const send = (message: Message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')

  function request<T>(method: string, params: Record<string, unknown>): Promise<T> {
    lastId += 1
    send({ id: lastId, method, params })
    return new Promise<T>((resolve, reject) => {
      waiting.set(lastId, { resolve, reject })
    })
  }

  function settle({ id, result, error }: Message): void {
    const asked = waiting.get(Number(id))
    waiting.delete(Number(id))
    if (error) asked?.reject(new Refusal(error.message ?? 'The chat app refused.'))
    else asked?.resolve(result as never)
  }

  const notices: Record<string, (params: never) => void> = {
    'ui/notifications/tool-input': (params: { arguments?: Record<string, unknown> }) =>
      listeners.onInput(params.arguments ?? {}),
    'ui/notifications/tool-result': listeners.onResult,
    'ui/notifications/tool-cancelled': listeners.onCancelled,
    'ui/notifications/host-context-changed': listeners.onContext,
  }

  window.addEventListener('message', ({ source, data }: MessageEvent<Message>) => {
    // Other frames can send messages as well.
    if (source !== window.parent || data?.jsonrpc !== '2.0') return
    if (data.method === undefined) return settle(data)
    notices[data.method]?.((data.params ?? {}) as never)
    if (data.id === undefined) return
    // The host ends the card only after an answer; it has nothing to store.
    if (data.method === 'ui/resource-teardown' || data.method === 'ping') send({ id: data.id, result: {} })
    else send({ id: data.id, error: { code: -32601, message: 'Method not found' } as Message['error'] & {} })
  })

  type Initialized = { hostCapabilities?: Capabilities; hostContext?: HostContext }
  const { hostCapabilities: can = {}, hostContext = {} } = await request<Initialized>('ui/initialize', {
    appInfo: { name: 'dailies-review', title: 'Dailies review', version: '1.0.0' },
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
    protocolVersion: '2026-01-26',
  })
  listeners.onContext(hostContext)
  send({ method: 'ui/notifications/initialized', params: {} })

  return {
    can,
    /** Rejects with a `Refusal` when the host or the tool says no. A host may first ask the person. */
    async callTool(name: string, args: Record<string, unknown>): Promise<ToolResult> {
      const result = await request<ToolResult>('tools/call', { name, arguments: args })
      if (result.isError) throw new Refusal(errorText(result))
      return result
    },
    openLink: (url: string) => request('ui/open-link', { url }),
    /** Tells the model what the person did here, for its next turn. */
    tellModel: (text: string) =>
      request('ui/update-model-context', { content: [{ type: 'text', text }] }).catch(() => undefined),
    sizeChanged: (height: number) =>
      send({ method: 'ui/notifications/size-changed', params: { width: window.innerWidth, height } }),
  }
}

/** A tool's error is JSON with a message, as in the API. */
export function errorText({ content = [] }: ToolResult): string {
  const text = content.find(({ type }) => type === 'text')?.text ?? ''
  try {
    return String(JSON.parse(text).message ?? text)
  } catch {
    return text || 'The request failed.'
  }
}
