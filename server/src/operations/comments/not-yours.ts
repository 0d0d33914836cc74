import { managers } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'

/** Only managers may do this with comments of others. */
export function notYours(verb: 'delete' | 'restore'): ApiError {
  const message = `Only ${managers.join(' or ')} may ${verb} comments of other users.`
  return new ApiError('insufficient_role', { message })
}
