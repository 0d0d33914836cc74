// The settings of the providers; only `config.ts` reads them from the environment.

/** `baseUrl` undefined: the provider's public address. */
export type ProviderConfig = { apiKey: string; baseUrl: string | undefined }

/** Tencent signs requests with a pair of keys. */
export type TencentConfig = { secretId: string; secretKey: string; baseUrl: string | undefined }

/** The language model that writes documents. */
export type TextModelConfig = {
  /** `compatible`: any server that speaks OpenAI's chat completions, at `baseUrl`. */
  kind: 'openai' | 'google' | 'compatible'
  model: string
  /** undefined for a compatible server that needs no key. */
  apiKey: string | undefined
  baseUrl: string | undefined
}

/** The vision model that reviews files with the instructions of skills. */
export type ReviewModelConfig = TextModelConfig & {
  /** As the setting names it: `openai:<model>`. */
  name: string
  /** US dollars per million tokens; undefined: the cost is not known. */
  prices: { input: number; output: number } | undefined
}

/** A provider is available when it is configured. */
export type GenerationConfig = Readonly<{
  openai: ProviderConfig | undefined
  google: ProviderConfig | undefined
  minimax: ProviderConfig | undefined
  byteplus: ProviderConfig | undefined
  kling: ProviderConfig | undefined
  meshy: ProviderConfig | undefined
  tencent: TencentConfig | undefined
  text: TextModelConfig | undefined
  /** Whether local drafts replace models whose provider is not configured. */
  local: boolean
  /**
   * The most generations of one provider that run at once, on all nodes together; undefined for the
   * provider's default.
   */
  concurrency: number | undefined
}>

/** Speech-to-text at an endpoint that is compatible with OpenAI's. */
export type TranscriberConfig = {
  /** Without a slash at its end: `/audio/transcriptions` follows. */
  url: string
  /** undefined: the endpoint needs none. */
  apiKey: string | undefined
  model: string
}
