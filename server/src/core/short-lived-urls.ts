// URLs for guests of shares. A share can end at any time, and its URLs must end soon after.
import type { Caller } from './access.ts'
import { hourlyExpiry, type UrlSigner } from './signed-urls.ts'
import type { Storage } from './storage.ts'

const lifeSeconds = 10 * 60
const windowMs = 2 * 60 * 1000

/** The same for two minutes, so that a page that is loaded again finds its images in the cache; valid for 8 to 10 minutes. */
export function shortExpiry(): { from: Date; seconds: number; expiresAt: string } {
  const from = new Date(Math.floor(Date.now() / windowMs) * windowMs)
  const end = new Date(from.getTime() + lifeSeconds * 1000).toISOString()
  return { from, seconds: lifeSeconds, expiresAt: end.replace('T', ' ').replace('Z', '000') }
}

/** How long the caller may use the URL of a download. */
export function downloadExpiry({ kind }: Caller): { from: Date; seconds: number; expiresAt: string } {
  return kind === 'share' ? shortExpiry() : hourlyExpiry()
}

/** A guest who uploads a large file renews the URLs of its parts by resuming the upload. */
const partSeconds = 60 * 60

export function withShortDownloads<Given extends Pick<Storage, 'downloadUrl'>>(storage: Given): Given {
  return {
    ...storage,
    downloadUrl: (key, options) => {
      const { from, seconds } = shortExpiry()
      return storage.downloadUrl(key, { ...options, from, seconds })
    },
  }
}

export function shortLivedStorage(storage: Storage): Storage {
  return {
    ...withShortDownloads(storage),
    partUrl: (upload, partNumber, length, seconds) =>
      storage.partUrl(upload, partNumber, length, Math.min(seconds, partSeconds)),
  }
}

export function shortLivedSigner(urls: UrlSigner): UrlSigner {
  return {
    ...urls,
    sign: (path, fields) => {
      const { from, seconds } = shortExpiry()
      return urls.sign(path, fields, seconds, from)
    },
  }
}
