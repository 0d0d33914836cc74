import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { VersionId } from '../../core/schemas.ts'
import type { Sql } from '../../core/sql.ts'
import { roleSeesAll, seesFile } from '../../core/visibility.ts'
import { exportFields, exportRate, isWritten } from '../../records/comment-export/export-options.ts'
import { exportName, versionFormats } from '../../records/comment-export/formats.ts'
import { renderVersionExport, versionExportPath } from '../../records/comment-export/render.ts'
import { requireFewComments } from '../../records/comment-export/report.ts'
import { fileKind } from '../../records/file-kind.ts'
import {
  ExportAnswer,
  exportInput,
  exportOptions,
  refusal,
  reportFields,
  requireStills,
  shortContent,
  urlSeconds,
} from './export-input.ts'

type Found = { name: string; restricted: boolean; timed: boolean; probed: string | null; expiresAt: string }

export const exportVersionComments = defineOperation({
  http: 'GET /api/versions/:versionId/comments.export',
  client: 'comments.exportVersion',
  summary:
    'Get a URL, valid for 5 minutes, that exports the comments on the videos and audio of a version as one timeline, in the order of its files, or those on all its files as a PDF report.',

  scope: 'comments:download',
  project: 'versionId',
  roles: anyRole,
  tier: 'default',
  audit: {
    action: 'comments.exported',
    target: { of: 'version', before: ({ versionId }) => versionId },
    details: ({ format }) => ({ format }),
    hourly: true,
  },

  input: z.strictObject({
    versionId: VersionId,
    format: z
      .enum(versionFormats)
      .describe(
        'edl: markers for DaVinci Resolve. xmeml: Premiere Pro. otio: OpenTimelineIO. otio-rv: the same for RV, with drawings. pdf: a report with stills to print and sign, which needs the scope files:read, too.',
      ),
    ...exportInput,
    frameRate: exportInput.frameRate.describe(
      'Frames per second of the timeline, such as 25 or 24000/1001. Defaults to the frame rate of the first file, or 24.',
    ),
  }),
  output: [200, ExportAnswer],

  conflicts: ['report_too_large'],

  joinsAccess: true,
  async handler({ versionId, content: wanted, ...input }, { sql, access, urls, caller }) {
    requireStills(input.format, caller)
    const [version] = await sql<Found>`
      select v.name, not ${roleSeesAll('access.role')} as restricted, first.probed, first.timed is not null as timed,
        now() + make_interval(secs => ${urlSeconds}) as "expiresAt"
      from ${access} join versions v on v.id = ${versionId}
      left join lateral (
        select true as timed, m.frame_rate_num || '/' || m.frame_rate_den as probed
        from version_files vf join files f on f.id = vf.file_id left join media m on m.file_id = f.id
        where vf.version_id = v.id and ${seesFile('f')} and ${fileKind} in ('video', 'audio')
        order by vf.position limit 1
      ) first on true`
    if (!version) throw new ApiError('not_found')
    const options = exportOptions(input, exportRate(version.probed))
    if (input.format === 'pdf') await requireFewComments(sql, await filesOf(sql, versionId))
    else if (!version.timed) throw refusal(noTimeline)
    const fields = { ...exportFields(options), ...reportFields(options, caller, version.restricted) }
    const url = urls.sign(versionExportPath(versionId), fields, urlSeconds)
    const rendered =
      wanted && isWritten(options)
        ? await renderVersionExport(sql, versionId, version.restricted, options)
        : undefined
    const name = exportName(version.name, input.format)
    return { url, expiresAt: version.expiresAt, name, content: shortContent(rendered?.content) }
  },
})

async function filesOf(sql: Sql, versionId: string): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select file_id as id from version_files where version_id = ${versionId}`
  return rows.map(({ id }) => id)
}

const noTimeline = {
  path: '/versionId',
  code: 'unexpected',
  message: 'This version has no video or audio, so there is no timeline. Use pdf.',
}
