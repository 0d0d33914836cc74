// Manifests of media and the images they name: WebVTT of thumbnails, peaks, lists of pages. The URL is the credential.
// Manifests are small and are served from here, so that pages can read them whatever the CORS rules of the bucket; requests
// for images are redirected to the storage.
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../core/errors.ts'
import { mediaCacheControl, type UrlSigner } from '../../core/signed-urls.ts'
import type { Database } from '../../core/sql.ts'
import { type Storage, StorageRefusal } from '../../core/storage.ts'
import {
  type Derivative,
  derivativeName,
  isManifest,
  mediaPath,
  pictureUrl,
  verifyManifestFolder,
} from '../../records/media.ts'
import { notDestroyed } from '../../records/project.ts'
import { commonHeaders } from '../problems.ts'

/** The URL of the storage is the same all day, and valid for one more day. */
const redirectSeconds = 12 * 60 * 60

/** The set is a manifest with all derivatives of its file, or a watermarked copy, which leads to nothing but itself. */
type Params = { fileId: string; setId: string; permit: string; '*': string }

export function registerMediaRoute(
  app: FastifyInstance,
  { database, storage, urls }: { database: Database; storage: Storage; urls: UrlSigner },
  cdnSeconds: number | undefined,
): void {
  app.get(`${mediaPath}/:fileId/:setId/:permit/*`, async (request, reply) => {
    const { fileId, setId, permit, '*': name } = request.params as Params
    verifyManifestFolder(urls, fileId, setId, permit)
    if (!derivativeName.test(name)) throw new ApiError('not_found')
    // The images of a manifest that was replaced are gone with it.
    const [found] = await database.sql<Derivative & { size: number }>`
      select d.name, d.object_id as "objectId", o.mime_type as "mimeType", o.size
      from (
        select d.name, d.object_id, d.file_id from media_derivatives d
        where d.file_id = ${fileId} and d.name = ${name}
          and exists (select from media_derivatives own where own.file_id = d.file_id and own.object_id = ${setId})
        union all
        select d.name, d.object_id, w.file_id from watermarks w join watermark_derivatives d on d.watermark_id = w.id
        where w.id = ${setId} and w.file_id = ${fileId} and d.name = ${name}
      ) d
      join objects o on o.id = d.object_id
      join files f on f.id = d.file_id
      join projects p on p.id = f.project_id
      where ${notDestroyed}`
    if (!found) throw new ApiError('not_found')
    const cacheControl = mediaCacheControl(permit.split('.', 1)[0], cdnSeconds)
    reply
      .headers(commonHeaders(request.id))
      // Anyone with the URL may use it in a page of their own.
      .header('Access-Control-Allow-Origin', '*')
      .header('Cross-Origin-Resource-Policy', 'cross-origin')
      .header('Content-Security-Policy', "default-src 'none'; sandbox")
      .header('Referrer-Policy', 'no-referrer')
    if (!isManifest(found.mimeType)) {
      const url = await pictureUrl(storage, found)
      const seconds = cdnSeconds === undefined ? `private, max-age=${redirectSeconds}` : cacheControl
      return reply.header('Cache-Control', seconds).redirect(url, 302)
    }
    return reply
      .header('Cache-Control', cacheControl)
      .header('Content-Type', `${found.mimeType}; charset=utf-8`)
      .header('Content-Length', found.size)
      .send(await storage.read(found.objectId).catch(notFound))
  })
}

/** The manifest was replaced after it was looked up. */
function notFound(error: unknown): never {
  throw error instanceof StorageRefusal ? new ApiError('not_found') : error
}
