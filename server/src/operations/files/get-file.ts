import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import { FileDetails, type FileRow, fileColumns, fileRecord, thumbnailJoin } from '../../records/file.ts'
import { type Generation, generationColumn } from '../../records/generation.ts'
import { type MediaRow, type MediaUrls, mediaColumn, mediaRecord } from '../../records/media.ts'

type Row = FileRow & {
  projectId: string
  authorId: string | null
  authorName: string
  authorAvatarUrl: string | null
  youtubeId: string | null
  failureCode: string | null
  failureMessage: string | null
  failureRetryable: boolean | null
  generation: z.output<typeof Generation> | null
  media: MediaRow | null
}

export const getFile = defineOperation({
  http: 'GET /api/files/:fileId',
  client: 'files.get',
  tool: 'get_file',
  summary: 'Read a file: its state, what it shows, who made it and which revision it is.',
  toolUse: 'Use it to look at one file, or to see whether an upload or a generation has finished.',

  scope: 'files:read',
  project: 'fileId',
  roles: anyRole,
  tier: 4,

  input: z.strictObject({ fileId: FileId }),
  output: [200, FileDetails],

  joinsAccess: true,
  async handler({ fileId }, { sql, access, storage, urls }) {
    const [row] = await sql<Row>`
      select ${fileColumns}, access.project_id as "projectId",
        u.id as "authorId", coalesce(w.display_name, u.name) as "authorName",
        coalesce(w.avatar_url, u.avatar_url) as "authorAvatarUrl",
        f.youtube_id as "youtubeId", f.failure_code as "failureCode", f.failure_message as "failureMessage",
        f.failure_retryable as "failureRetryable", ${generationColumn}, ${mediaColumn}
      from ${access}
      join files f on f.id = ${fileId}
      ${thumbnailJoin}
      left join generations g on g.file_id = f.id
      left join media m on m.file_id = f.id
      left join users u on u.id = f.author_id
      left join workspace_members w on w.workspace_id = access.workspace_id and w.user_id = u.id`
    if (!row) throw new ApiError('not_found')
    return fileDetails(row, { storage, urls })
  },
})

async function fileDetails(row: Row, services: MediaUrls): Promise<z.output<typeof FileDetails>> {
  const { projectId, authorId, authorName, authorAvatarUrl, generation } = row
  const { youtubeId, failureCode, failureMessage, failureRetryable } = row
  return {
    ...(await fileRecord(services.storage, row)),
    project: { id: projectId },
    author: authorId === null ? null : { id: authorId, name: authorName, avatarUrl: authorAvatarUrl },
    youtube:
      youtubeId === null ? null : { id: youtubeId, url: `https://www.youtube.com/watch?v=${youtubeId}` },
    failure:
      failureCode === null
        ? null
        : { code: failureCode, message: failureMessage ?? '', retryable: failureRetryable ?? false },
    media: row.media && (await mediaRecord(row.id, row.media, services)),
    generation,
  }
}
