// The providers that are configured, and which of them makes what.
import type { Model } from './models.ts'
import type { Provider } from './provider.ts'
import type { GenerationConfig } from './provider-config.ts'

export type Providers = {
  named(name: string): Provider | undefined
  /** The model's own provider; without a key for it, the one that makes drafts; undefined where neither is there. */
  forModel(model: Model): Provider | undefined
  /** The most jobs that all of them together run at once. */
  concurrency: number
}

export function createProviders(config: GenerationConfig, list = configuredProviders(config)): Providers {
  const byName = new Map(
    list.map((provider): [string, Provider] => [
      provider.name,
      { ...provider, concurrency: config.concurrency ?? provider.concurrency },
    ]),
  )
  return {
    named: (name) => byName.get(name),
    forModel: (model) => byName.get(model.provider) ?? byName.get('local'),
    concurrency: [...byName.values()].reduce((sum, { concurrency }) => sum + concurrency, 0),
  }
}

/** Each adapter is created here when it is configured. */
function configuredProviders(_config: GenerationConfig): Provider[] {
  return []
}
