import type { ReviewBudget } from '@dailies/sdk'
import { useState } from 'react'
import { Sheet } from '../../settings/section-layout.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { showDone } from '../../ui/toasts.tsx'
import { useSetBudget } from '../skill-review-queries.ts'
import { budgetText } from '../skill-review-text.ts'
import styles from './skill-reviewers-page.module.css'

/** A review that would pass the limit does not start. */
export function BudgetSheet({
  projectId,
  budget,
  mayManage,
}: {
  projectId: string
  budget: ReviewBudget
  mayManage: boolean
}) {
  const [typed, setTyped] = useState(budget.monthlyUsd === null ? '' : String(budget.monthlyUsd))
  const set = useSetBudget(projectId)
  const amount = typed.trim() === '' ? null : Number(typed)
  const isWrong = amount !== null && !(amount >= 0 && amount <= 1_000_000)
  return (
    <Sheet title="Budget" about={budgetText(budget)}>
      {mayManage && (
        <form
          className={styles.budget}
          onSubmit={(event) => {
            event.preventDefault()
            if (!isWrong) set.mutate(amount, { onSuccess: () => showDone('Budget saved.') })
          }}
        >
          <TextField
            label="US dollars per month"
            inputMode="decimal"
            placeholder="No limit"
            value={typed}
            error={isWrong ? 'Enter a number from 0 to 1,000,000, or nothing for no limit.' : undefined}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit" busy={set.isPending} disabled={isWrong || amount === budget.monthlyUsd}>
            Save
          </Button>
        </form>
      )}
      <ProblemNote error={set.error} />
    </Sheet>
  )
}
