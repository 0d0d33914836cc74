import { fragment } from '../core/sql.ts'

/**
 * The waivers `w` that hold for the finding `fi` of `files f`: of the same rule, given for this revision or an earlier one, at a place
 * that overlaps. A waiver for the whole file holds for a finding about the whole file.
 */
export const heldWaiver = fragment`
  select w.id from check_waivers w
  where w.stack_id = f.stack_id and w.stack_number <= f.stack_number and w.rule = fi.rule
    and w.page is not distinct from fi.page
    and case
      when fi.first_frame is not null then w.first_frame <= fi.last_frame and w.last_frame >= fi.first_frame
      when fi.first_ms is not null then w.first_ms <= fi.last_ms and w.last_ms >= fi.first_ms
      else w.first_frame is null and w.first_ms is null end`
