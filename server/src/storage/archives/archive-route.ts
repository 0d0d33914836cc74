// The download of an archive. The URL is the permission, for as long as the person who created it has access to the project.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { keepsArchive } from '../../core/access.ts'
import { type Client, noClient } from '../../core/audit.ts'
import { contentDisposition } from '../../core/content-disposition.ts'
import { ApiError } from '../../core/errors.ts'
import type { UrlSigner } from '../../core/signed-urls.ts'
import type { Sql } from '../../core/sql.ts'
import { StorageRefusal } from '../../core/storage.ts'
import type { AdmitTransfer } from '../../core/transfers.ts'
import { notDestroyed } from '../../records/project.ts'
import type { Pieces } from '../read-pieces.ts'
import { sendBytes } from '../send-bytes.ts'
import type { ArchiveRow } from './archive-rows.ts'
import { archivePath } from './archive-url.ts'
import { auditDownload, type DownloadedArchive } from './audit-download.ts'
import { type ArchiveSource, archivePieces } from './write-archive.ts'

export type ArchiveServices = ArchiveSource & { urls: UrlSigner }

export function registerArchiveRoute(
  app: FastifyInstance,
  { urls, ...source }: ArchiveServices,
  admitTransfer: AdmitTransfer,
): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      admitTransfer(request, reply, urls)
    })
    scope.route({
      method: ['GET', 'HEAD'],
      url: archivePath(':archiveId'),
      handler: async (request, reply) => {
        const { archiveId } = request.params as { archiveId: string }
        const archive = await findArchive(source.sql, archiveId)
        return sendBytes(request, reply, {
          // The rows never change, so the id stands for the bytes.
          eTag: archive.id,
          size: archive.byteSize,
          modifiedAt: archive.createdAt,
          headers: archiveHeaders(archive.name),
          pieces: (range, _nextBuffer, gone) =>
            auditedPieces(
              source.sql,
              archive,
              clientOf(request),
              archivePieces(source, archive, range, gone),
            ),
        }).catch((error) => {
          throw error instanceof StorageRefusal ? outdated() : error
        })
      },
    })
  })
}

/** Writes the entry of the audit log before the first byte. A request that gets no byte, such as HEAD, leaves none. */
async function* auditedPieces(sql: Sql, archive: DownloadedArchive, client: Client, pieces: Pieces): Pieces {
  await auditDownload(sql, archive, client)
  return yield* pieces
}

function clientOf({ ip, headers }: FastifyRequest): Client {
  return { ...noClient, address: ip, userAgent: headers['user-agent'] ?? null }
}

type Found = ArchiveRow & DownloadedArchive
type Row = Omit<Found, 'createdAt'> & { createdAt: number; complete: boolean }

async function findArchive(sql: Sql, id: string): Promise<Found> {
  const [row] = await sql<Row>`
    select a.id, a.name, a.byte_size as "byteSize", a.directory_start as "directoryStart", a.guest_id as "guestId",
      (extract(epoch from a.created_at) * 1000)::bigint as "createdAt",
      (select max(e.number) + 1 from archive_entries e where e.archive_id = a.id) as "entryCount",
      not exists (select from archive_entries e left join objects o on o.id = e.object_id
        where e.archive_id = a.id and e.object_id is not null and o.size is distinct from e.size) as complete
    from archives a join projects p on p.id = a.project_id
    where a.id = ${id} and ${notDestroyed} and ${keepsArchive}`
  if (!row) throw new ApiError('not_found')
  const { complete, createdAt, ...archive } = row
  if (!complete) throw outdated()
  return { ...archive, createdAt: new Date(createdAt) }
}

function outdated(): ApiError {
  const message = 'A file of this archive is no longer stored. Create the archive again.'
  return new ApiError('not_found', { message })
}

function archiveHeaders(name: string): Record<string, string> {
  return {
    'Content-Type': 'application/zip',
    'Content-Disposition': contentDisposition(name, false),
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  }
}
