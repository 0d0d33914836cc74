// The URLs of the byte routes. The path and the signed fields define everything that a URL allows.

import type { UrlSigner } from '../core/signed-urls.ts'
import type { DownloadOptions, Upload } from '../core/storage.ts'

export const partsPath = '/storage/parts'
export const objectsPath = '/storage/objects'

export function partUrl(
  signer: UrlSigner,
  { key, uploadId }: Upload,
  partNumber: number,
  maxLength: number,
  seconds: number,
): string {
  return signer.sign(`${partsPath}/${uploadId}/${partNumber}/${key}`, { max: String(maxLength) }, seconds)
}

export function objectUrl(signer: UrlSigner, key: string, options: DownloadOptions): string {
  const { fileName, mimeType, inline, seconds, from } = options
  const fields = { name: fileName, type: mimeType, show: inline ? '1' : '0' }
  return signer.sign(`${objectsPath}/${key}`, fields, seconds, from)
}
