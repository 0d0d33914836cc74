import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { VersionId } from '../../core/schemas.ts'
import { thumbnailJoin } from '../../records/file.ts'
import { type Derivative, pictureUrl } from '../../records/media.ts'
import {
  deciderJoin,
  VersionDetails,
  type VersionRow,
  versionColumns,
  versionRecord,
} from '../../records/version.ts'

type FileRow = { id: string; name: string; mimeType: string | null; thumbnail: Derivative | null }

type Row = VersionRow & {
  allowRestricted: boolean
  revision: number
  files: FileRow[]
  authorId: string | null
  authorName: string
  authorAvatarUrl: string | null
}

export const getVersion = defineOperation({
  http: 'GET /api/versions/:versionId',
  client: 'versions.get',
  tool: 'get_version',
  summary: 'Read a version. Its ETag goes into If-Match of an update.',
  toolUse: 'Use it to read the status of a review round and the files in it.',

  scope: 'projects:read',
  project: 'versionId',
  roles: anyRole,
  tier: 'default',

  input: z.strictObject({ versionId: VersionId }),
  output: [200, VersionDetails],

  revision: true,

  joinsAccess: true,
  async handler({ versionId }, { sql, access, storage, setRevision }) {
    const rows = await sql<Row>`
      select ${versionColumns}, access.project_id as "projectId", v.allow_restricted as "allowRestricted", v.revision,
        u.id as "authorId", coalesce(w.display_name, u.name) as "authorName",
        coalesce(w.avatar_url, u.avatar_url) as "authorAvatarUrl",
        (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'mimeType', f.mime_type,
            'thumbnail', case when t.object_id is not null then json_build_object(
              'objectId', t.object_id, 'name', t.name, 'mimeType', t.mime_type) end) order by vf.position), '[]')
          from version_files vf join files f on f.id = vf.file_id ${thumbnailJoin}
          where vf.version_id = v.id
            and (f.allow_restricted or access.role <> 'PROJECT_RESTRICTED_REVIEWER')) as files
      from ${access}
      join versions v on v.id = ${versionId}
      ${deciderJoin}
      left join users u on u.id = v.created_by
      left join workspace_members w on w.workspace_id = access.workspace_id and w.user_id = u.id`
    const row = rows[0]!
    setRevision(row.revision)
    const { allowRestricted, authorId, authorName, authorAvatarUrl } = row
    const files = await Promise.all(
      row.files.map(async ({ thumbnail, ...file }) => ({
        ...file,
        thumbnail: thumbnail && (await pictureUrl(storage, thumbnail)),
      })),
    )
    const author = authorId === null ? null : { id: authorId, name: authorName, avatarUrl: authorAvatarUrl }
    return { ...versionRecord(row), allowRestricted, files, author }
  },
})
