import type { UrlSigner } from '../../core/signed-urls.ts'

/** How long an archive can be downloaded. */
export const archiveSeconds = 24 * 60 * 60

export function archivePath(archiveId: string): string {
  return `/archives/${archiveId}`
}

export function archiveUrl(urls: UrlSigner, archiveId: string): string {
  return urls.signChecked(archivePath(archiveId), archiveSeconds)
}
