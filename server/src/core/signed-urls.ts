// URLs that contain their own permission: anyone with the URL may use it until it expires.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { ApiError } from './errors.ts'

export type UrlSigner = {
  /**
   * `seconds` count from `from`, else from now. With the same `from` the URL is the same, so that caches recognise
   * it.
   */
  sign(path: string, fields: Record<string, string>, seconds: number, from?: Date): string
  /** For routes that check at each request whether the caller may still use the URL: it is never shortened. */
  signChecked(path: string, seconds: number): string
  /** Throws 403 unless path and fields are exactly as signed and the URL has not expired. */
  verify(path: string, query: Record<string, unknown>): void
}

/**
 * The first key signs, all verify. The base URL is a function because the port may be unknown until the server
 * listens, and because media may have another address than the rest.
 */
export function createUrlSigner(
  keys: readonly Buffer[],
  baseUrl: (path: string) => string,
  now: () => number = Date.now,
): UrlSigner {
  function mac(key: Buffer, path: string, fields: Record<string, unknown>): Buffer {
    const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))
    return Buffer.from(
      createHmac('sha256', key)
        .update(JSON.stringify([path, sorted]))
        .digest('base64url'),
    )
  }

  const sign: UrlSigner['sign'] = (path, fields, seconds, from) => {
    const start = from?.getTime() ?? now()
    const signed = { ...fields, expires: String(Math.floor(start / 1000) + seconds) }
    const query = Object.entries(signed).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    return `${baseUrl(path)}${path}?${query.join('&')}&signature=${mac(keys[0]!, path, signed)}`
  }

  return {
    sign,
    signChecked: (path, seconds) => sign(path, {}, seconds),
    verify(path, { signature, ...fields }) {
      const given = Buffer.from(String(signature))
      // Compares the text, not the decoded bytes: two texts can decode to the same bytes.
      const good = keys.some((key) => {
        const expected = mac(key, path, fields)
        return expected.length === given.length && timingSafeEqual(expected, given)
      })
      if (!good) throw new ApiError('url_invalid')
      if (Number(fields.expires) * 1000 <= now()) throw new ApiError('url_expired')
    },
  }
}

const hour = 60 * 60

/** The same for everybody in an hour, so that caches recognise the URL; valid for one to two hours. */
export function hourlyExpiry(): { from: Date; seconds: number; expiresAt: string } {
  const from = new Date(Math.floor(Date.now() / (hour * 1000)) * hour * 1000)
  const seconds = 2 * hour
  const end = new Date(from.getTime() + seconds * 1000).toISOString()
  return { from, seconds, expiresAt: end.replace('T', ' ').replace('Z', '000') }
}

/** Guests of a share get URLs of less. Their browsers must not keep what they can no longer request. */
const shortLife = 15 * 60

/**
 * `Cache-Control` of an object, which never changes. The browser of the URL's holder may keep it. A CDN keeps it for
 * `cdnSeconds`, and not longer than the URL is valid; then it asks again, and gets 404 when the object was deleted.
 */
export function mediaCacheControl(expires: unknown, cdnSeconds: number | undefined): string {
  const left = Number(expires) - Math.floor(Date.now() / 1000)
  if (cdnSeconds === undefined) return browserCacheControl(left)
  return `public, max-age=${Math.max(0, Math.min(left, cdnSeconds))}`
}

/** `Cache-Control` for the browser of a URL's holder; the URL is valid for so many more seconds. */
export function browserCacheControl(seconds: number): string {
  return seconds <= shortLife
    ? `private, max-age=${Math.max(0, seconds)}`
    : 'private, max-age=31536000, immutable'
}
