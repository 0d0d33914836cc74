// Whether the checks of a version allow its approval.
import { z } from 'zod'
import { FileId } from '../core/schemas.ts'
import { fragment } from '../core/sql.ts'
import { seesFile } from '../core/visibility.ts'
import { countColumns, waiverJoin } from './checks.ts'

export const ApprovalBlocker = z
  .object({
    file: z
      .object({ id: FileId, name: z.string() })
      .nullable()
      .describe('null for a file that you do not see.'),
    reason: z
      .enum(['OPEN_PROBLEMS', 'NOT_CHECKED'])
      .describe(
        'OPEN_PROBLEMS: its checks found problems without a waiver. NOT_CHECKED: its checks wait, run, have failed or are off.',
      ),
    problems: z.int().describe('Open problems; 0 for NOT_CHECKED.'),
  })
  .meta({ id: 'ApprovalBlocker' })
export type ApprovalBlocker = z.output<typeof ApprovalBlocker>

/**
 * The files of the version `v` that keep it from approval, with `reason`, `problems` and `position`. Links and files without previews
 * cannot be checked, and keep nothing from approval. A file that is not uploaded completely was not checked.
 */
export const blockingFiles = fragment`
  select f.id, f.name, f.allow_restricted, f.project_id, f.status, f.stack_id, f.stack_number, f.folder_id, vf.position,
    case when c.state = 'READY' then 'OPEN_PROBLEMS' else 'NOT_CHECKED' end as reason,
    case when c.state = 'READY' then open.problems else 0 end as problems
  from version_files vf join files f on f.id = vf.file_id
  left join media m on m.file_id = f.id
  left join checks c on c.file_id = f.id
  cross join lateral (select ${countColumns} from findings fi ${waiverJoin} where fi.file_id = f.id) open
  where vf.version_id = v.id and f.mode <> 'YOUTUBE' and (f.status <> 'UPLOADED' or m.file_id is not null)
    and (c.state is distinct from 'READY' or open.problems > 0)`

/** Whether the version `v` asks for checks that are not passed. */
export const isBlocked = fragment`(v.require_no_problems and exists (${blockingFiles}))`

/** The blockers of the version `v`, for the caller of `access`. */
export const blockersColumn = fragment`case when v.require_no_problems then (
  select coalesce(json_agg(json_build_object(
    'file', case when ${seesFile('f')} then json_build_object('id', f.id, 'name', f.name) end,
    'reason', f.reason, 'problems', f.problems) order by f.position), '[]')
  from (${blockingFiles}) f) else '[]'::json end`
