// What a provider is configured with: only `config.ts` reads these from the environment.

/** Where `baseUrl` is undefined, the provider's own address holds. */
export type ProviderConfig = { apiKey: string; baseUrl: string | undefined }

/** Tencent signs with a pair. */
export type TencentConfig = { secretId: string; secretKey: string; baseUrl: string | undefined }

/** The language model that writes documents. */
export type TextModelConfig = {
  /** `compatible`: any server that speaks OpenAI's chat completions, at `baseUrl`. */
  kind: 'openai' | 'google' | 'compatible'
  model: string
  /** undefined: a compatible server that asks for none. */
  apiKey: string | undefined
  baseUrl: string | undefined
}

/** A provider is there when it is configured. */
export type GenerationConfig = Readonly<{
  openai: ProviderConfig | undefined
  google: ProviderConfig | undefined
  minimax: ProviderConfig | undefined
  byteplus: ProviderConfig | undefined
  kling: ProviderConfig | undefined
  meshy: ProviderConfig | undefined
  tencent: TencentConfig | undefined
  text: TextModelConfig | undefined
  /** Whether drafts are made here for models whose provider is not configured. */
  local: boolean
  /** The most jobs of one provider that run at once, on all nodes together; undefined: the provider's own figure. */
  concurrency: number | undefined
}>
