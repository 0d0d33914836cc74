import type { Job } from './runner.ts'

/**
 * What has expired; apps that nobody has used for as long as a refresh token lives, so that none of their tokens is good
 * any more; and apps that registered and that nobody has let in.
 */
export const forgetOAuth: Job = {
  name: 'forget-oauth',
  everySeconds: 86_400,
  async run(sql) {
    await sql`delete from oauth_artifacts where expires_at < now()`
    await sql`
      delete from oauth_grants g where g.last_used_at < now() - interval '30 days'
        and not exists (select from oauth_artifacts a where a.grant_id = g.id)`
    await sql`
      delete from oauth_clients c where c.created_at < now() - interval '30 days'
        and not exists (select from oauth_grants g where g.client_id = c.id)`
  },
}
