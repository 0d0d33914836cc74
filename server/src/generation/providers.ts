// The configured providers, and which of them serves which model.
import type { Provider, Providers } from '../core/provider.ts'
import type { GenerationConfig } from './provider-config.ts'

export function createProviders(list: Provider[], concurrency?: number): Providers {
  const byName = new Map(
    list.map((provider): [string, Provider] => [
      provider.name,
      { ...provider, concurrency: concurrency ?? provider.concurrency },
    ]),
  )
  return {
    named: (name) => byName.get(name),
    forModel: (model) => byName.get(model.provider) ?? byName.get('local'),
    concurrency: [...byName.values()].reduce((sum, provider) => sum + provider.concurrency, 0),
  }
}

/** Loads only the providers that are configured: their code and SDKs take half a second and 60 MB. */
export function configuredProviders(config: GenerationConfig): Promise<Provider[]> {
  const { openai, google, minimax, byteplus, kling, meshy, tencent, text, local } = config
  return Promise.all([
    ...(openai ? [import('./providers/openai.ts').then((it) => it.createOpenAiProvider(openai))] : []),
    ...(google ? [import('./providers/google.ts').then((it) => it.createGoogleProvider(google))] : []),
    ...(minimax ? [import('./providers/minimax.ts').then((it) => it.createMiniMaxProvider(minimax))] : []),
    ...(byteplus
      ? [import('./providers/byteplus.ts').then((it) => it.createBytePlusProvider(byteplus))]
      : []),
    ...(kling ? [import('./providers/kling.ts').then((it) => it.createKlingProvider(kling))] : []),
    ...(meshy ? [import('./providers/meshy.ts').then((it) => it.createMeshyProvider(meshy))] : []),
    ...(tencent ? [import('./providers/tencent.ts').then((it) => it.createTencentProvider(tencent))] : []),
    ...(text ? [import('./documents/text-provider.ts').then((it) => it.createTextProvider(text))] : []),
    ...(local ? [import('./local/local-provider.ts').then((it) => it.createLocalProvider())] : []),
  ])
}
