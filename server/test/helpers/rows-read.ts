/** A node of a plan that `explain (analyze, format json)` shows. */
export type Plan = { Plans?: Plan[] } & Record<string, number>

/** The rows that a plan reads, including those that it filters out. */
export function rowsRead(plan: Plan): number {
  const below = (plan.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0)
  const own = plan['Actual Rows']! + (plan['Rows Removed by Filter'] ?? 0)
  return plan.Plans === undefined ? own * plan['Actual Loops']! : below
}
