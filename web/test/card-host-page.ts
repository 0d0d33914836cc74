// A chat app's page, with the official bridge for apps: shows one card, and passes its requests to the test.

import type { CallToolRequest, CallToolResult } from '@modelcontextprotocol/client'
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'

export type Shown = {
  url: string
  capabilities: ConstructorParameters<typeof AppBridge>[2]
  context: Record<string, unknown>
  args: Record<string, unknown>
  /** Undefined: the result has not arrived yet. */
  result?: CallToolResult | undefined
}

type HostWindow = {
  showCard(shown: Shown): Promise<void>
  bridge: AppBridge
  /** Exposed by the test. */
  hostCallTool(params: CallToolRequest['params']): Promise<CallToolResult>
  hostNotes(kind: string, params: unknown): Promise<void>
}

const host = window as unknown as HostWindow

host.showCard = async ({ url, capabilities, context, args, result }) => {
  const frame = document.createElement('iframe')
  frame.title = 'Dailies review'
  frame.setAttribute('sandbox', 'allow-scripts')
  document.body.replaceChildren(frame)
  const bridge = new AppBridge(null, { name: 'stand-in', version: '1' }, capabilities, {
    hostContext: context,
  })
  host.bridge = bridge
  bridge.oncalltool = (params) => host.hostCallTool(params)
  bridge.onopenlink = async (params) => {
    await host.hostNotes('link', params)
    return {}
  }
  bridge.onupdatemodelcontext = async (params) => {
    await host.hostNotes('context', params)
    return {}
  }
  bridge.onsizechange = ({ height }) => {
    frame.style.height = `${height}px`
  }
  const ready = new Promise<void>((done) => {
    bridge.oninitialized = () => done()
  })
  await bridge.connect(new PostMessageTransport(frame.contentWindow!, frame.contentWindow!))
  frame.src = url
  await ready
  await bridge.sendToolInput({ arguments: args })
  if (result) await bridge.sendToolResult(result)
}
