import { providerLabels } from '../limits.ts'
import type { Meaning } from './failures.ts'
import { textAt } from './http.ts'

export const googleLabel = providerLabels.google
export const googleBaseUrl = 'https://generativelanguage.googleapis.com/v1beta'

/** Google returns 400 for a wrong key, and a failed precondition for an account without billing. */
export const googleMeaning: Meaning = ({ body }) => {
  const status = textAt(body, 'error', 'status')
  const message = textAt(body, 'error', 'message')
  if (/api key/i.test(message)) return 'provider_rejected_key'
  if (status === 'FAILED_PRECONDITION' && /billing|prepay|credit/i.test(message)) return 'provider_balance'
  if (/safety|prohibited|usage guidelines|responsible ai|sensitive/i.test(message)) return 'content_policy'
  return null
}
