// Which server, and as whom.
import { usageError } from '../kit/errors.ts'
import { didYouMean } from '../kit/suggest.ts'
import type { ConfigData } from './config-file.ts'
import type { Environment } from './environment.ts'

export type Target = {
  url: string
  /** An API key that was given; otherwise the profile has one, or tokens. */
  key?: string
  /** Whose credentials are used. */
  profile?: string
}

export type TargetFlags = { url?: string | undefined; key?: string | undefined; profile?: string | undefined }

export const defaultUrl = 'http://localhost:8080'
export const defaultProfile = 'default'

/**
 * Flags go before the environment, and that goes before the profile. A key of a profile is sent to the server of that
 * profile only, whatever other address is asked for.
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

/** Examples are copied with their dots. */
function checkedKey(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw usageError(
    'The API key has characters that no key has.',
    'Was it copied as a whole? --key or DAILIES_API_KEY gives it.',
  )
}

export function unknownProfile(name: string, data: ConfigData): Error {
  const known = Object.keys(data.profiles)
  return usageError(
    `There is no profile "${name}".${didYouMean(name, known)}`,
    `\`dailies login --profile ${name}\` makes it.`,
  )
}

export function normalUrl(given: string): string {
  const local = /^(localhost|127\.|\[::1\])/.test(given)
  const withScheme = /^[a-z]+:\/\//i.test(given) ? given : `${local ? 'http' : 'https'}://${given}`
  try {
    const { protocol, origin, pathname } = new URL(withScheme)
    if (protocol === 'http:' || protocol === 'https:') return (origin + pathname).replace(/\/+$/, '')
  } catch {
    // Answered below.
  }
  throw usageError(`"${given}" is not the address of a server.`, 'Write it as https://review.example.com.')
}
