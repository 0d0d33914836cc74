// Manifests of media and the images they name: WebVTT of thumbnails, peaks, lists of pages. The URL is the credential.
// Manifests are small and are served from here, so that pages can read them whatever the CORS rules of the bucket; requests
// for images are redirected to the storage.
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../core/errors.ts'
import { mediaCacheControl, type UrlSigner } from '../../core/signed-urls.ts'
import { type Database, type Fragment, fragment, verbatim } from '../../core/sql.ts'
import { type Storage, StorageRefusal } from '../../core/storage.ts'
import {
  type Derivative,
  derivativeName,
  isManifest,
  mediaPath,
  namedPictureUrl,
  verifyManifestFolder,
} from '../../records/media.ts'
import { notDestroyed } from '../../records/project.ts'
import { commonHeaders } from '../problems.ts'

/** The URL of the storage is the same all day, and valid for one more day. */
const redirectSeconds = 12 * 60 * 60

type Params = { fileId: string; objectId: string; permit: string; '*': string }

export function registerMediaRoute(
  app: FastifyInstance,
  { database, storage, urls }: { database: Database; storage: Storage; urls: UrlSigner },
  cdnSeconds: number | undefined,
): void {
  app.get(`${mediaPath}/:fileId/:objectId/:permit/*`, async (request, reply) => {
    const { fileId, objectId, permit, '*': name } = request.params as Params
    verifyManifestFolder(urls, fileId, objectId, permit)
    if (!derivativeName.test(name)) throw new ApiError('not_found')
    // A URL opens a manifest and the images that belong to it. The images of a manifest that was replaced are gone with it.
    const [found] = await database.sql<Derivative & { size: number }>`
      select d.name, d.object_id as "objectId", o.mime_type as "mimeType", o.size
      from (${beside('media_derivatives', 'file_id', objectId, name)}
        union all ${beside('watermark_derivatives', 'watermark_id', objectId, name)}) d
      join objects o on o.id = d.object_id
      join files f on f.id = ${fileId}
      join projects p on p.id = f.project_id
      where ${notDestroyed}`
    if (!found) throw new ApiError('not_found')
    const expires = Number(permit.split('.', 1)[0])
    const cacheControl = mediaCacheControl(expires, cdnSeconds)
    reply
      .headers(commonHeaders(request.id))
      // Anyone with the URL may use it in a page of their own.
      .header('Access-Control-Allow-Origin', '*')
      .header('Cross-Origin-Resource-Policy', 'cross-origin')
      .header('Content-Security-Policy', "default-src 'none'; sandbox")
      .header('Referrer-Policy', 'no-referrer')
    if (!isManifest(found.mimeType)) {
      const url = await namedPictureUrl(storage, found, expires)
      const left = Math.max(0, expires - Math.floor(Date.now() / 1000))
      const kept = `private, max-age=${Math.min(redirectSeconds, left)}`
      return reply.header('Cache-Control', cdnSeconds === undefined ? kept : cacheControl).redirect(url, 302)
    }
    return reply
      .header('Cache-Control', cacheControl)
      .header('Content-Type', `${found.mimeType}; charset=utf-8`)
      .header('Content-Length', found.size)
      .send(await storage.read(found.objectId).catch(notFound))
  })
}

/** A file beside a manifest: the manifest itself, or one that it names, in the same set of derivatives. */
function beside(table: string, set: string, manifestId: string, name: string): Fragment {
  return fragment`
    select d.name, d.object_id from ${verbatim(table)} own join ${verbatim(table)} d on d.${verbatim(set)} = own.${verbatim(set)}
    where own.object_id = ${manifestId} and d.name = ${name}
      and (d.name = own.name or d.name ~ concat('^', split_part(own.name, '.', 1), '[-/]'))`
}

/** The manifest was replaced after it was looked up. */
function notFound(error: unknown): never {
  throw error instanceof StorageRefusal ? new ApiError('not_found') : error
}
