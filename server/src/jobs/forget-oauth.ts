import type { Job } from './runner.ts'

/**
 * What has expired; apps that nobody has used for as long as a refresh token lives, so that none of their tokens is good
 * any more; registrations that nobody has let in for a day, or for 30 days after somebody had. Each hour, because
 * anybody can begin an authorization, which expires after one.
 */
export const forgetOAuth: Job = {
  name: 'forget-oauth',
  everySeconds: 3_600,
  async run(sql) {
    await sql`delete from oauth_artifacts where expires_at < now()`
    await sql`
      delete from oauth_grants g where g.last_used_at < now() - interval '30 days'
        and not exists (select from oauth_artifacts a where a.grant_id = g.id)`
    await sql`
      delete from oauth_clients c
      where (c.used_at < now() - interval '30 days'
          or (c.used_at is null and c.created_at < now() - interval '1 day'))
        and not exists (select from oauth_grants g where g.client_id = c.id)`
  },
}
