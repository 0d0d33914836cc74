// URLs that contain their own permission: anyone with the URL may use it until it expires.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { ApiError } from './errors.ts'

export type UrlSigner = {
  /**
   * `seconds` count from `from`, else from now. With the same `from` the URL is the same, so that caches recognise
   * it.
   */
  sign(path: string, fields: Record<string, string>, seconds: number, from?: Date): string
  /** Throws 403 unless path and fields are exactly as signed and the URL has not expired. */
  verify(path: string, query: Record<string, unknown>): void
}

/**
 * The first key signs, all verify. The base URL is a function because the port may be unknown until the server
 * listens.
 */
export function createUrlSigner(
  keys: readonly Buffer[],
  baseUrl: () => string,
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

  return {
    sign(path, fields, seconds, from) {
      const start = from?.getTime() ?? now()
      const signed = { ...fields, expires: String(Math.floor(start / 1000) + seconds) }
      const query = Object.entries(signed).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      return `${baseUrl()}${path}?${query.join('&')}&signature=${mac(keys[0]!, path, signed)}`
    },
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
