import type { Job } from './runner.ts'

export const forgetIdempotencyKeys: Job = {
  name: 'forget-idempotency-keys',
  everySeconds: 600,
  async run(sql) {
    await sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`
  },
}
