import type { Account } from '@dailies/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { accountQuery } from '../data/queries.ts'

/** How long deleted records can be restored, as text: `30 days`. */
export function trashTime({ trashDays }: Pick<Account, 'trashDays'>): string {
  return trashDays === 1 ? '1 day' : `${trashDays} days`
}

export function useTrashTime(): string {
  return trashTime(useSuspenseQuery(accountQuery).data)
}
