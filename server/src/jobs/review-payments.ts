// The budget of a project for paid requests about its files, and what each request reserves and costs.
import { fragment, type Sql } from '../core/sql.ts'

/** One paid request: of a review, or of an example of an evaluation. */
export type Payment = { id: string; run: number; projectId: string; mostUsd: number | null }

export const thisMonth = fragment`date_trunc('month', now() at time zone 'UTC')::date`

/**
 * Locks the budget of the project until the end of the transaction, so that requests cannot pass it together. Returns the reason
 * why a request of this cost must not be made, or undefined.
 */
export async function budgetFault(
  sql: Sql,
  { projectId, mostUsd }: Pick<Payment, 'projectId' | 'mostUsd'>,
): Promise<'BUDGET' | 'NO_PRICES' | undefined> {
  await sql`insert into review_budgets (project_id) values (${projectId}) on conflict (project_id) do nothing`
  const [budget] = await sql<{ monthly: number | null }>`
    select monthly_usd::double precision as monthly from review_budgets where project_id = ${projectId} for update`
  const [spent] = await sql<{ usd: number }>`
    select coalesce(sum(coalesce(cost_usd, reserved_usd)), 0)::double precision as usd from review_payments
    where project_id = ${projectId} and month = ${thisMonth}`
  const monthly = budget?.monthly ?? null
  if (monthly !== null && mostUsd === null) return 'NO_PRICES'
  return monthly !== null && spent!.usd + mostUsd! > monthly ? 'BUDGET' : undefined
}

/** The primary key allows one payment for each run. */
export async function reservePayment(sql: Sql, { id, run, projectId, mostUsd }: Payment): Promise<void> {
  await sql`
    insert into review_payments (skill_review_id, run, project_id, month, reserved_usd)
    values (${id}, ${run}, ${projectId}, ${thisMonth}, ${mostUsd}::numeric)`
}

/** Nothing was paid. */
export async function releasePayment(sql: Sql, { id, run }: Pick<Payment, 'id' | 'run'>): Promise<void> {
  await sql`delete from review_payments where skill_review_id = ${id} and run = ${run} and cost_usd is null`
}
