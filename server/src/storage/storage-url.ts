// Parses STORAGE_URL. An invalid value prevents the start with a one-line message.
import { StartupError } from '../core/startup-error.ts'

export type S3Config = {
  kind: 's3'
  bucket: string
  /** The prefix of all keys of Dailies. The clean-up deletes unreferenced objects, so it must see only its own. */
  prefix: string
  region: string
  /** Undefined for AWS itself. */
  endpoint: string | undefined
  /** The address of the bucket for clients, when it differs from the server's. */
  publicEndpoint: string | undefined
  /** Whether the bucket is in the path instead of the host name. */
  forcePathStyle: boolean
}

export type StorageConfig = { kind: 'disk' } | S3Config

const form =
  's3://bucket/prefix?region=…&endpoint=https://…&publicEndpoint=https://…&forcePathStyle=true (all after the bucket optional)'

/** `region` is the value of AWS_REGION; the URL overrides it. */
export function parseStorageUrl(value: string | undefined, region: string | undefined): StorageConfig {
  if (value === undefined || value === 'disk') return { kind: 'disk' }
  const url = URL.parse(value)
  // The value is not repeated in the message: it may contain a misplaced secret.
  if (url?.protocol !== 's3:') throw new StartupError(`STORAGE_URL is neither "disk" nor of the form ${form}`)
  if (url.username !== '' || url.password !== '') {
    throw new StartupError(
      'STORAGE_URL holds credentials: put them in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    )
  }
  const options = readOptions(url.searchParams)
  const resolved = options.region ?? region ?? (options.endpoint === undefined ? undefined : 'us-east-1')
  if (resolved === undefined) {
    throw new StartupError('STORAGE_URL names no region: add ?region=… or set AWS_REGION')
  }
  return {
    kind: 's3',
    bucket: bucketName(url.host),
    prefix: prefix(url.pathname),
    region: resolved,
    endpoint: endpoint('endpoint', options.endpoint),
    publicEndpoint: endpoint('publicEndpoint', options.publicEndpoint),
    forcePathStyle: forcePathStyle(options.forcePathStyle, options.endpoint !== undefined),
  }
}

const optionNames = ['region', 'endpoint', 'publicEndpoint', 'forcePathStyle'] as const
type Options = { [Name in (typeof optionNames)[number]]?: string }

function readOptions(parameters: URLSearchParams): Options {
  const options: Options = {}
  for (const [name, value] of parameters) {
    const known = optionNames.find((candidate) => candidate === name)
    if (known === undefined) {
      throw new StartupError(`STORAGE_URL: "${name}" is not one of ${optionNames.join(', ')}`)
    }
    if (value !== '') options[known] = value
  }
  return options
}

function bucketName(host: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/.test(host)) return host
  throw new StartupError(`STORAGE_URL: "${host}" is not the name of a bucket`)
}

/** A bucket may be shared with other programs, so there is always a prefix. */
function prefix(pathname: string): string {
  const path = pathname.replace(/^\/+|\/+$/g, '')
  if (path === '') return 'dailies/'
  if (/^[\w.-]+(\/[\w.-]+)*$/.test(path) && path.length <= 200) return `${path}/`
  throw new StartupError(
    `STORAGE_URL: the prefix "${path}" may contain only letters, digits, ".", "_", "-" and "/"`,
  )
}

function endpoint(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const url = URL.parse(value)
  const plain = url && url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  if (plain && /^https?:$/.test(url.protocol)) return value.replace(/\/$/, '')
  throw new StartupError(`STORAGE_URL: ${name} is not an address such as https://s3.example.com`)
}

function forcePathStyle(value: string | undefined, fallback: boolean): boolean {
  if (value === undefined) return fallback
  if (value === 'true' || value === 'false') return value === 'true'
  throw new StartupError(`STORAGE_URL: forcePathStyle=${value} is neither true nor false`)
}

/** Checks MEDIA_BASE_URL. */
export function requireOtherHost(media: string | undefined, baseUrl: string): string | undefined {
  if (media === undefined) return undefined
  const [own, other] = [new URL(baseUrl), new URL(media)]
  if (other.hostname === own.hostname)
    throw new StartupError(
      'MEDIA_BASE_URL must have another host than BASE_URL: browsers send cookies to every port of a host',
    )
  if (own.protocol === 'https:' && other.protocol !== 'https:')
    throw new StartupError('MEDIA_BASE_URL must use https, as BASE_URL does: browsers refuse mixed content')
  return media
}
