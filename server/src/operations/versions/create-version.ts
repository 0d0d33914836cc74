import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { newUuid } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId, text, VersionId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { versionEvent } from '../../events/resource-events.ts'
import { FileReferences, refuseUnknown, selectedIds } from '../files/file-selection.ts'

export const createVersion = defineOperation({
  http: 'POST /api/projects/:projectId/versions',
  client: 'versions.create',
  tool: 'create_version',
  summary: 'Create a version: a named review of a fixed set of files. Its status is NEED_REVIEW.',
  toolUse: 'Use it to submit files for review.',

  scope: 'projects:write',
  project: 'projectId',
  roles: contributors,
  tier: 3,

  input: z.strictObject({
    projectId: ProjectId,
    name: text(1, 100).describe('Name of the version.'),
    description: text(0, 2000).nullish().describe('Description.'),
    files: FileReferences.max(500)
      .nullish()
      .describe('Files of this project to review, in this order, each once. They cannot be changed later.'),
    allowRestricted: z.boolean().default(false).describe('Whether restricted reviewers can see it.'),
  }),
  output: [201, z.object({ id: VersionId })],

  // A file was deleted after the check.
  violations: { versions_project_fkey: 'not_found', version_files_file_fkey: 'conflict' },

  joinsAccess: true,
  async handler({ name, description = null, files, allowRestricted }, { sql, access, caller }) {
    const fileIds = selectedIds(files ?? [])
    const id = newUuid()
    const [version] = await sql<{ unknown: number[] }>`
      with asked as (
        select access.project_id, access.user_id, array(
          select given.place::integer - 1 from unnest(${fileIds}::text[]) with ordinality as given (id, place)
          where not exists (select from files f where f.id = given.id and f.project_id = access.project_id)
          order by given.place) as unknown
        from ${access}
      ), version as (
        insert into versions (id, project_id, name, description, allow_restricted, created_by)
        select ${id}::uuid, project_id, ${name}, ${description}, ${allowRestricted}, user_id from asked
        where cardinality(unknown) = 0
        returning id, project_id, allow_restricted
      ), added as (
        insert into version_files (version_id, file_id, project_id, position)
        select version.id, given.id, version.project_id, given.place
        from version cross join unnest(${fileIds}::text[]) with ordinality as given (id, place)
      ), emitted as (${emit(versionEvent('version.created', caller, fragment`version it`))})
      select unknown from asked`
    refuseUnknown(version!.unknown)
    return { id }
  },
})
