// Which server to call, and with which credential.
import { usageError } from '../kit/errors.ts'
import { didYouMean } from '../kit/suggest.ts'
import type { ConfigData } from './config-file.ts'
import type { Environment } from './environment.ts'

export type Target = {
  url: string
  /** An API key from a flag or the environment; otherwise the profile has the credential. */
  key?: string
  /** The profile whose credential is used. */
  profile?: string
}

export type TargetFlags = { url?: string | undefined; key?: string | undefined; profile?: string | undefined }

export const defaultUrl = 'http://localhost:8080'
export const defaultProfile = 'default'

/**
 * Flags override the environment, which overrides the profile. The key of a profile is sent to the server of that profile
 * only, even when another address is given.
 */
export function resolveTarget(flags: TargetFlags, environment: Environment, data: ConfigData): Target {
  const name = flags.profile ?? environment.profile ?? data.current
  const profile = name === undefined ? undefined : data.profiles[name]
  if (name !== undefined && !profile && name !== data.current) throw unknownProfile(name, data)
  const named = flags.profile !== undefined
  const given = flags.url ?? (named ? undefined : environment.url)
  const url = normalUrl(given ?? profile?.url ?? defaultUrl)
  const key = flags.key ?? (named ? undefined : environment.key)
  if (key !== undefined) return { url, key: checkedKey(key) }
  if (profile?.url === url) return { url, profile: name! }
  const other = Object.keys(data.profiles).find((other) => data.profiles[other]!.url === url)
  return named || other === undefined ? { url } : { url, profile: other }
}

/** Rejects keys copied from examples, which end in `…`. */
function checkedKey(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw usageError(
    'The API key contains invalid characters.',
    'Check that it was copied completely (--key or DAILIES_API_KEY).',
  )
}

export function unknownProfile(name: string, data: ConfigData): Error {
  const known = Object.keys(data.profiles)
  return usageError(
    `There is no profile "${name}".${didYouMean(name, known)}`,
    `Run \`dailies login --profile ${name}\` to create it.`,
  )
}

export function normalUrl(given: string): string {
  const local = /^(localhost|127\.|\[::1\])/.test(given)
  const withScheme = /^[a-z]+:\/\//i.test(given) ? given : `${local ? 'http' : 'https'}://${given}`
  try {
    const { protocol, origin, pathname } = new URL(withScheme)
    if (protocol === 'http:' || protocol === 'https:') return (origin + pathname).replace(/\/+$/, '')
  } catch {
    // The error below covers this.
  }
  throw usageError(`"${given}" is not a valid server URL.`, 'Write it as https://review.example.com.')
}
