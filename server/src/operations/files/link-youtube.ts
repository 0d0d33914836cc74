import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { newPrefixedId } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId, FolderId, ProjectId, text } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { fileEvent } from '../../events/resource-events.ts'

export const linkYoutube = defineOperation({
  http: 'POST /api/projects/:projectId/files/upload.youtube',
  client: 'files.linkYoutube',
  tool: 'link_youtube',
  summary: 'Add a YouTube video as a file. The video stays on YouTube.',
  toolUse: 'Use it to review a video that is on YouTube.',

  scope: 'files:write',
  project: 'projectId',
  roles: contributors,
  tier: 3,

  input: z.strictObject({
    projectId: ProjectId,
    url: text(1, 2048).describe(
      'URL of the video as YouTube shows it: watch?v=, youtu.be/, shorts/, embed/ or live/ with the id of the video.',
    ),
    name: text(1, 255).nullish().describe('Name of the file; null for `YouTube` and the id of the video.'),
    folder: z
      .strictObject({ id: FolderId })
      .nullish()
      .describe('The folder to put it in; null for the project root.'),
  }),
  output: [201, z.object({ id: FileId })],

  violations: { files_project_fkey: 'not_found', files_folder_fkey: { reference: '/folder/id' } },

  joinsAccess: true,
  async handler({ url, name, folder }, { sql, access, caller }) {
    const id = newPrefixedId('FX')
    const video = youtubeId(url)
    if (video === undefined) throw noVideo()
    const created = fileEvent('file.created', caller, fragment`created it`, { mode: fragment`it.mode` })
    const uploaded = fileEvent('file.uploaded', caller, fragment`created it`)
    const [file] = await sql<{ id: string }>`
      with created as (
        insert into files (id, project_id, folder_id, name, mode, status, position, youtube_id, author_id,
          stack_id, stack_number)
        select ${id}, access.project_id, ${folder?.id ?? null}, ${name ?? `YouTube ${video}`}, 'YOUTUBE', 'UPLOADED',
          coalesce((select max(position) from all_files where project_id = access.project_id), 0) + 1,
          ${video}, access.user_id, ${id}, 1
        from ${access}
        returning id, project_id, allow_restricted, mode
      ), emitted as (${emit(created, uploaded)})
      select id from created`
    return file!
  },
})

function noVideo(): ApiError {
  const message = 'Must be the URL of a YouTube video.'
  return new ApiError('invalid_request', { errors: [{ path: '/url', code: 'invalid_format', message }] })
}

const hosts = [
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'www.youtube-nocookie.com',
]

/** The id of the video of a YouTube URL; undefined for any other URL. */
export function youtubeId(text: string): string | undefined {
  const url = URL.parse(text)
  // A URL with a port or a password imitates YouTube and was not copied from it.
  if (!url || !/^https?:$/.test(url.protocol) || url.port || url.username || url.password) return undefined
  const id = idIn(url)
  return id && /^[\w-]{11}$/.test(id) ? id : undefined
}

function idIn({ hostname, pathname, searchParams }: URL): string | undefined {
  const [, first, second, ...rest] = pathname.replace(/\/$/, '').split('/')
  if (hostname === 'youtu.be') return second === undefined ? first : undefined
  if (!hosts.includes(hostname) || rest.length > 0) return undefined
  if (first === 'watch' && second === undefined) return searchParams.get('v') ?? undefined
  return /^(shorts|embed|live)$/.test(first ?? '') ? second : undefined
}
