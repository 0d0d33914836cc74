import type { Sql } from '../../core/sql.ts'

export type Budget = { monthlyUsd: number | null; spentUsd: number; month: string }

/** A request that may have been paid counts as reserved. */
export async function readBudget(sql: Sql, projectId: string): Promise<Budget> {
  const [budget] = await sql<Budget>`
    select (select b.monthly_usd::double precision from review_budgets b where b.project_id = ${projectId}) as "monthlyUsd",
      coalesce(sum(coalesce(p.cost_usd, p.reserved_usd)), 0)::double precision as "spentUsd",
      to_char(now() at time zone 'UTC', 'YYYY-MM') as month
    from review_payments p
    where p.project_id = ${projectId} and p.month = date_trunc('month', now() at time zone 'UTC')::date`
  return budget!
}
