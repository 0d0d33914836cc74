import type { Job } from './runner.ts'

/** Sessions, links, invitations and challenges whose time is over. */
export const forgetEndedCredentials: Job = {
  name: 'forget-ended-credentials',
  everySeconds: 3_600,
  async run(sql) {
    await sql`delete from sessions where expires_at < now()`
    await sql`delete from one_time_links where expires_at < now()`
    await sql`delete from invitations where expires_at < now()`
    await sql`delete from passkey_challenges where expires_at < now()`
  },
}
