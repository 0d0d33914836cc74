import { fragment } from '../core/sql.ts'
import { tell } from '../events/outbox.ts'
import { tellProject } from '../events/tellings.ts'
import type { Job } from './runner.ts'

/** Deletes the projects whose time has come, with everything in them. */
export const purgeProjects: Job = {
  name: 'purge-projects',
  everySeconds: 60,
  async run(sql) {
    // A large project takes as long as it takes.
    await sql`set local statement_timeout = 0`
    await sql`
      with deleted as (
        delete from projects where destroyed_at <= now() returning id, workspace_id
      )
      ${tell(tellProject('project.deleted', null, fragment`deleted it`))}`
  },
}
