import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import type { OAuthOptions } from './provider.ts'

export type HandleOAuth = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** The authorization server, loaded at the first call: its modules would take 300 ms of every start. */
export type OAuthServer = () => Promise<{ provider: Provider; handle: HandleOAuth }>

export function createOAuthServer(options: OAuthOptions): OAuthServer {
  let loading: ReturnType<OAuthServer> | undefined
  return () => {
    loading ??= load(options)
    return loading
  }
}

async function load(options: OAuthOptions) {
  const { createProvider } = await import('./provider.ts')
  const provider = createProvider(options)
  return { provider, handle: provider.callback() as HandleOAuth }
}
