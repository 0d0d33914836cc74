// The only reader of the environment. A wrong setting stops the start with one clear line.
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { isNetwork } from './core/public-network.ts'
import type { RateLimits, TierLimits } from './core/rate-limit.ts'
import type { RungName } from './core/renditions.ts'
import { StartupError } from './core/startup-error.ts'
import type {
  GenerationConfig,
  ProviderConfig,
  ReviewModelConfig,
  TencentConfig,
  TextModelConfig,
  TranscriberConfig,
} from './generation/provider-config.ts'
import type { LaneSlots } from './queue/media-tasks.ts'
import { type SandboxMode, sandboxModes } from './sandbox/modes.ts'
import { parseStorageUrl, requireOtherHost, type StorageConfig } from './storage/storage-url.ts'

export type MediaConfig = {
  /** How many files each lane works on at once. */
  slots: LaneSlots
  /** How many watermarks that take minutes are drawn at once: half as many as proxies, so that both go on. */
  watermarkSlots: number
  renditionSlots: number
  /** Whether new files are checked. */
  checks: boolean
  checkSlots: number
  /** Sizes of videos to make besides the proxy. */
  rungs: readonly RungName[]
  /** Paths from FFMPEG and FFPROBE; undefined: search PATH. */
  tools: { ffmpeg: string | undefined; ffprobe: string | undefined }
  limits: { seconds: number; diskBytes: number }
  /** Whether programs that open uploaded files must run in a sandbox. */
  sandbox: SandboxMode
}

export type Config = Readonly<{
  port: number
  host: string
  baseUrl: string
  /** The address of a CDN in front of media, and how long it may keep them. */
  mediaBaseUrl: string | undefined
  mediaCacheSeconds: number
  dataDir: string
  databaseUrl: string | undefined
  databaseReplicaUrl: string | undefined
  pgBin: string | undefined
  secretKey: string | undefined
  redisUrl: string | undefined
  storage: StorageConfig
  /** Bytes of disk space that uploads and previews leave free. */
  diskReserve: number
  quotas: { workspace: number | undefined; guest: number | undefined }
  generation: GenerationConfig
  /** undefined: nothing is transcribed. */
  transcriber: TranscriberConfig | undefined
  /** undefined: skills review by the checks alone. */
  reviewModel: ReviewModelConfig | undefined
  media: MediaConfig
  rateLimits: RateLimits
  /** Replace the tiers in `rateLimits` for browser sessions. */
  sessionRateLimits: TierLimits
  trustProxy: false | string
  /** Whether the first start creates a demo project. */
  demo: boolean
  /** Whether large packages that few installations need are downloaded from npm on first use. */
  onDemandPackages: boolean
  oauthRegistration: boolean
  oauthPrivateHosts: readonly string[]
  webhookHosts: readonly string[]
  uploadHosts: readonly string[]
  smtpUrl: string | undefined
  mailFrom: string | undefined
  bodyLimit: number
  requestSeconds: number
  maxRequests: number
  maxStreams: number
  eventRetentionDays: number
  auditDays: number
  /** How long deleted records can be restored. */
  trashDays: number
  shutdownSeconds: number
  metricsToken: string | undefined
  logLevel: string
}>

type Environment = Record<string, string | undefined>

export function readConfig(env: Environment): Config {
  const port = integer(env, 'PORT', 8080, 0, 65_535)
  const baseUrl = address(env, 'BASE_URL') ?? `http://localhost:${port}`
  return Object.freeze({
    port,
    host: setting(env, 'HOST') ?? '127.0.0.1',
    baseUrl,
    mediaBaseUrl: requireOtherHost(address(env, 'MEDIA_BASE_URL'), baseUrl),
    mediaCacheSeconds: integer(env, 'MEDIA_CACHE_SECONDS', 3_600, 0, 86_400),
    dataDir: resolve(setting(env, 'DATA_DIR') ?? 'data'),
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    databaseReplicaUrl: url(env, 'DATABASE_REPLICA_URL', ['postgres:', 'postgresql:']),
    pgBin: setting(env, 'PG_BIN'),
    secretKey: secretKey(env),
    redisUrl: url(env, 'REDIS_URL', ['redis:', 'rediss:', 'unix:']),
    storage: parseStorageUrl(setting(env, 'STORAGE_URL'), setting(env, 'AWS_REGION')),
    diskReserve: 2 ** 20 * integer(env, 'DISK_RESERVE_MB', 1_024, 0, 10_000_000),
    quotas: { workspace: gigabytes(env, 'WORKSPACE_QUOTA_GB'), guest: gigabytes(env, 'GUEST_QUOTA_GB') },
    generation: generation(env),
    transcriber: transcriber(env),
    reviewModel: reviewModel(env),
    media: media(env),
    rateLimits: limits(env, 'RATE_LIMITS', rateLimits),
    sessionRateLimits: limits(env, 'SESSION_RATE_LIMITS', sessionRateLimits),
    trustProxy: trustProxy(env),
    demo: oneOf(env, 'DEMO', ['on', 'off'], 'on') === 'on',
    onDemandPackages: oneOf(env, 'ON_DEMAND_PACKAGES', ['on', 'off'], 'on') === 'on',
    oauthRegistration: oneOf(env, 'OAUTH_REGISTRATION', ['on', 'off'], 'on') === 'on',
    oauthPrivateHosts: hosts(env, 'OAUTH_PRIVATE_HOSTS'),
    webhookHosts: hosts(env, 'WEBHOOK_ALLOW_HOSTS', ['https', 'http']),
    uploadHosts: hosts(env, 'UPLOAD_ALLOW_HOSTS', ['https', 'http']),
    ...mail(env),
    bodyLimit: integer(env, 'BODY_LIMIT', 1_048_576, 1_024, 104_857_600),
    requestSeconds: integer(env, 'REQUEST_SECONDS', 30, 1, 3_600),
    maxRequests: integer(env, 'MAX_REQUESTS', 1_000, 1, 1_000_000),
    maxStreams: integer(env, 'MAX_STREAMS', 10_000, 0, 1_000_000),
    eventRetentionDays: integer(env, 'EVENT_RETENTION_DAYS', 30, 1, 3_650),
    auditDays: integer(env, 'AUDIT_DAYS', 365, 1, 3_650),
    trashDays: integer(env, 'TRASH_DAYS', 30, 1, 3_650),
    shutdownSeconds: integer(env, 'SHUTDOWN_SECONDS', 20, 0, 3_600),
    metricsToken: setting(env, 'METRICS_TOKEN'),
    logLevel: oneOf(env, 'LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
  })
}

/** An empty variable counts as not set: container files often have them. */
function setting(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim()
  return value === '' ? undefined : value
}

function integer(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const value = setting(env, name)
  if (value === undefined) return fallback
  if (/^\d+$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value)
  throw new StartupError(`${name}=${value} must be a whole number from ${min} to ${max}`)
}

/** In bytes; undefined when not set. Fractions are allowed: a guest may get half a gigabyte. */
function gigabytes(env: Environment, name: string): number | undefined {
  const value = setting(env, name)
  if (value === undefined) return undefined
  const bytes = /^\d+(\.\d+)?$/.test(value) ? Math.round(Number(value) * 2 ** 30) : 0
  if (bytes > 0 && bytes <= 2 ** 50) return bytes
  throw new StartupError(`${name}=${value} must be a number of gigabytes above 0, up to 1048576`)
}

function oneOf(env: Environment, name: string, values: string[], fallback: string): string {
  const value = setting(env, name) ?? fallback
  if (values.includes(value)) return value
  throw new StartupError(`${name}=${value} must be one of ${values.join(', ')}`)
}

function url(env: Environment, name: string, protocols: string[]): string | undefined {
  const value = setting(env, name)
  if (value === undefined) return undefined
  // Postgres accepts `postgresql://user@/name?host=/socket`, although the URL standard does not.
  const parts = URL.parse(value.replace('@/', '@localhost/'))
  if (parts && protocols.includes(parts.protocol)) return value
  // The value is not repeated: it may contain a password.
  throw new StartupError(
    `${name} must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  )
}

/** A scheme and a host. */
function address(env: Environment, name: string): string | undefined {
  const value = url(env, name, ['http:', 'https:'])
  if (value === undefined) return undefined
  const { username, password, pathname, search, hash } = new URL(value)
  if (username + password + search + hash === '' && pathname === '/') return value.replace(/\/$/, '')
  throw new StartupError(
    `${name} must be a scheme and a host without a path, such as https://review.example.com`,
  )
}

/** A host does not include the default port of its scheme; with several schemes, either default may be left out. */
function hosts(env: Environment, name: string, schemes = ['https']): string[] {
  const values = (setting(env, name) ?? '').split(',').map((value) => value.trim())
  const named = values.filter((value) => value !== '')
  const isHost = (value: string) =>
    schemes.some((scheme) => URL.parse(`${scheme}://${value}`)?.host === value)
  const wrong = named.find((value) => !isHost(value))
  if (wrong === undefined) return named
  throw new StartupError(
    `${name}: "${wrong}" is not a host. Write hosts such as tools.internal or tools.internal:8443`,
  )
}

function secretKey(env: Environment): string | undefined {
  const value = setting(env, 'SECRET_KEY')
  if (value === undefined || value.split(',').every((key) => key.trim().length >= 32)) return value
  throw new StartupError(
    'SECRET_KEY must have at least 32 characters (several keys: new,old). Create one with `openssl rand -hex 32`',
  )
}

const rateLimits: RateLimits = { default: 60, tier2: 20, tier3: 50, tier4: 100, auth: 600, guesses: 10 }

/** For people: a page sends several requests per click, and clicks come fast. Generation costs money: it grows least. */
const sessionRateLimits: TierLimits = { default: 1200, tier2: 40, tier3: 300, tier4: 1200 }

function limits<Limits extends TierLimits>(env: Environment, name: string, defaults: Limits): Limits {
  const read = { ...defaults }
  for (const entry of setting(env, name)?.split(',') ?? []) {
    const [, tier = '', limit] = /^\s*(\w+)\s*=\s*(\d{1,9})\s*$/.exec(entry) ?? []
    if (!Object.hasOwn(defaults, tier) || Number(limit) < 1) {
      const example = Object.entries(defaults).map((pair) => pair.join('='))
      throw new StartupError(`${name}: "${entry}" is invalid. Write ${example.join(',')}`)
    }
    Object.assign(read, { [tier]: Number(limit) })
  }
  return read
}

/** Both or neither: mail needs a server and a sender address. */
function mail(env: Environment): { smtpUrl: string | undefined; mailFrom: string | undefined } {
  const smtpUrl = url(env, 'SMTP_URL', ['smtp:', 'smtps:'])
  const mailFrom = setting(env, 'MAIL_FROM')
  if (smtpUrl !== undefined && mailFrom === undefined)
    throw new StartupError('MAIL_FROM is missing: SMTP_URL needs a sender address')
  if (mailFrom !== undefined && smtpUrl === undefined)
    throw new StartupError('SMTP_URL is missing: MAIL_FROM alone sends no mail')
  if (mailFrom !== undefined && !/^[^@\r\n]*[^@\s<]+@[^@\s>]+>?$/.test(mailFrom))
    throw new StartupError('MAIL_FROM must be an address such as Dailies <review@example.com>')
  return { smtpUrl, mailFrom }
}

/** The proxies whose X-Forwarded-For header is trusted: `false` for none, or addresses and networks. */
function trustProxy(env: Environment): false | string {
  const value = setting(env, 'TRUST_PROXY') ?? 'false'
  if (value === 'false') return false
  const example = 'write the addresses or networks of your proxies, such as 127.0.0.1 or 10.0.0.0/8'
  if (value === 'true') {
    // Proxies append to the header: its beginning is whatever the client has sent.
    throw new StartupError(`TRUST_PROXY=true would trust any address that a client makes up: ${example}`)
  }
  const wrong = value.split(',').find((entry) => !isNetwork(entry.trim()))
  if (wrong === undefined) return value
  throw new StartupError(`TRUST_PROXY: "${wrong}" is invalid: ${example}, or false`)
}

function generation(env: Environment): GenerationConfig {
  return Object.freeze({
    openai: provider(env, 'OPENAI'),
    google: provider(env, 'GOOGLE'),
    minimax: provider(env, 'MINIMAX'),
    byteplus: provider(env, 'BYTEPLUS'),
    kling: provider(env, 'KLING'),
    meshy: provider(env, 'MESHY'),
    tencent: tencent(env),
    text: textModel(env),
    local: oneOf(env, 'LOCAL_GENERATION', ['on', 'off'], 'on') === 'on',
    concurrency:
      setting(env, 'GENERATION_CONCURRENCY') === undefined
        ? undefined
        : integer(env, 'GENERATION_CONCURRENCY', 1, 1, 1_000),
  })
}

/** The key alone, or the model alone, would look like a setting that works. */
function transcriber(env: Environment): TranscriberConfig | undefined {
  const given = url(env, 'TRANSCRIBE_URL', ['http:', 'https:'])?.replace(/\/+$/, '')
  const [apiKey, model] = [setting(env, 'TRANSCRIBE_API_KEY'), setting(env, 'TRANSCRIBE_MODEL')]
  if (given !== undefined) return { url: given, apiKey, model: model ?? 'whisper-1' }
  if (apiKey === undefined && model === undefined) return undefined
  throw new StartupError(
    'TRANSCRIBE_URL is missing: write the address of the API, such as https://api.openai.com/v1',
  )
}

/** Proxies use half of the processors; stills and posters are short and run before them. */
function media(env: Environment): MediaConfig {
  const cores = availableParallelism()
  const proxies = integer(env, 'MEDIA_CONCURRENCY', Math.max(1, Math.floor(cores / 2)), 0, 64)
  const defaultQuick = Math.min(Math.max(2, cores), 8)
  const quick = integer(env, 'MEDIA_QUICK_CONCURRENCY', proxies === 0 ? 0 : defaultQuick, 0, 64)
  return Object.freeze({
    slots: { STILLS: quick, POSTERS: quick, PROXIES: proxies },
    watermarkSlots: Math.ceil(proxies / 2),
    renditionSlots: Math.ceil(proxies / 4),
    checks: oneOf(env, 'CHECKS', ['on', 'off'], 'on') === 'on',
    // One file at a time: people wait for other work.
    checkSlots: Math.min(1, proxies),
    rungs: rungs(env),
    tools: { ffmpeg: setting(env, 'FFMPEG'), ffprobe: setting(env, 'FFPROBE') },
    limits: {
      seconds: 60 * integer(env, 'MEDIA_MINUTES', 120, 1, 10_080),
      diskBytes: 2 ** 30 * integer(env, 'MEDIA_DISK_GB', 100, 1, 100_000),
    },
    sandbox: oneOf(env, 'MEDIA_SANDBOX', [...sandboxModes], 'auto') as SandboxMode,
  })
}

/** `off`, or a list of sizes. The proxy, which is the size between them, is always made. */
function rungs(env: Environment): RungName[] {
  const names = (setting(env, 'MEDIA_RENDITIONS') ?? '540p,2160p').split(',').map((name) => name.trim())
  if (names.length === 1 && names[0] === 'off') return []
  return names.map((name) => {
    if (name === '540p' || name === '2160p') return name
    throw new StartupError(`MEDIA_RENDITIONS: "${name}" is not one of 540p, 2160p; "off" makes none`)
  })
}

function provider(env: Environment, prefix: string): ProviderConfig | undefined {
  const apiKey = setting(env, `${prefix}_API_KEY`)
  const baseUrl = providerUrl(env, prefix)
  return apiKey === undefined ? undefined : { apiKey, baseUrl }
}

function providerUrl(env: Environment, prefix: string): string | undefined {
  return modelUrl(env, `${prefix}_BASE_URL`)
}

function modelUrl(env: Environment, name: string): string | undefined {
  return url(env, name, ['http:', 'https:'])?.replace(/\/+$/, '')
}

function tencent(env: Environment): TencentConfig | undefined {
  const secretId = setting(env, 'TENCENT_SECRET_ID')
  const secretKey = setting(env, 'TENCENT_SECRET_KEY')
  const baseUrl = providerUrl(env, 'TENCENT')
  if (secretId === undefined && secretKey === undefined) return undefined
  if (secretId !== undefined && secretKey !== undefined) return { secretId, secretKey, baseUrl }
  throw new StartupError('TENCENT_SECRET_ID and TENCENT_SECRET_KEY must be set together')
}

/** `openai:<model>` and `google:<model>` use OPENAI_API_KEY and GOOGLE_API_KEY, unless TEXT_API_KEY is set. */
function textModel(env: Environment): TextModelConfig | undefined {
  return languageModel(env, 'TEXT', 'TEXT_BASE_URL')
}

/** A key, an address or a price alone would look like a setting that works. */
function reviewModel(env: Environment): ReviewModelConfig | undefined {
  const model = languageModel(env, 'REVIEW', 'REVIEW_URL')
  const [input, output] = [price(env, 'REVIEW_PRICE_INPUT'), price(env, 'REVIEW_PRICE_OUTPUT')]
  if (model === undefined) {
    const given = ['REVIEW_API_KEY', 'REVIEW_URL', 'REVIEW_PRICE_INPUT', 'REVIEW_PRICE_OUTPUT']
    const alone = given.find((name) => setting(env, name) !== undefined)
    if (alone === undefined) return undefined
    throw new StartupError(`REVIEW_MODEL is missing: ${alone} alone has no effect`)
  }
  if ((input === undefined) !== (output === undefined))
    throw new StartupError('REVIEW_PRICE_INPUT and REVIEW_PRICE_OUTPUT must be set together')
  const prices = input === undefined || output === undefined ? undefined : { input, output }
  return { ...model, name: `${model.kind}:${model.model}`, prices }
}

function price(env: Environment, name: string): number | undefined {
  const value = setting(env, name)
  if (value === undefined) return undefined
  if (/^\d{1,6}(\.\d{1,6})?$/.test(value)) return Number(value)
  throw new StartupError(`${name}=${value} must be a price in US dollars per million tokens, such as 1.25`)
}

function languageModel(env: Environment, prefix: string, urlName: string): TextModelConfig | undefined {
  const value = setting(env, `${prefix}_MODEL`)
  const [ownKey, ownUrl] = [setting(env, `${prefix}_API_KEY`), modelUrl(env, urlName)]
  if (value === undefined) return undefined
  const [, kind, model] = /^(openai|google|compatible):(.+)$/.exec(value) ?? []
  if (kind === undefined || model === undefined) {
    throw new StartupError(
      `${prefix}_MODEL=${value} is invalid. Write openai:<model>, google:<model> or compatible:<model>`,
    )
  }
  if (kind === 'compatible') {
    if (ownUrl === undefined) throw new StartupError(`${prefix}_MODEL=compatible:… needs ${urlName}`)
    return { kind, model, apiKey: ownKey, baseUrl: ownUrl }
  }
  const name = kind === 'openai' ? 'openai' : 'google'
  const shared = provider(env, name.toUpperCase())
  const apiKey = ownKey ?? shared?.apiKey
  if (apiKey === undefined) {
    throw new StartupError(
      `${prefix}_MODEL=${value} needs ${prefix}_API_KEY or ${name.toUpperCase()}_API_KEY`,
    )
  }
  return { kind: name, model, apiKey, baseUrl: ownUrl ?? shared?.baseUrl }
}
