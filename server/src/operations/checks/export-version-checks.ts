import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { VersionId } from '../../core/schemas.ts'
import { seesFile } from '../../core/visibility.ts'
import { readCheckedFiles } from './checked-files.ts'
import { ChecksExport, exportAnswer, exportFormat } from './export-answer.ts'

export const exportVersionChecks = defineOperation({
  http: 'GET /api/versions/:versionId/checks.export',
  client: 'checks.exportVersion',
  summary: 'Export the checks of all files of a version for pipelines, as JUnit XML, SARIF or JSON.',

  scope: 'files:read',
  project: 'versionId',
  roles: anyRole,
  tier: 'default',

  input: z.strictObject({ versionId: VersionId, format: exportFormat }),
  output: [200, ChecksExport],

  joinsAccess: true,
  async handler({ versionId, format }, { sql, access, checks }) {
    const [version] = await sql<{ name: string; files: string[] }>`
      select v.name, array(
        select f.id from version_files vf join files f on f.id = vf.file_id
        where vf.version_id = v.id and ${seesFile('f')} order by vf.position
      ) as files
      from ${access} join versions v on v.id = ${versionId}`
    if (!version) throw new ApiError('not_found')
    return exportAnswer(version.name, format, await readCheckedFiles(sql, version.files, checks))
  },
})
