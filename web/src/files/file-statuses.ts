import type { File } from '@dailies/sdk'

/** In the order of the work, as the API sorts them. */
export const statusOrder = [
  'IN_PROGRESS',
  'NEED_REVIEW',
  'NEED_EDIT',
  'ON_HOLD',
  'APPROVED',
  'REJECTED',
  'CLOSED',
] as const satisfies readonly File['tag'][]

/** What a file is unless somebody says otherwise: not worth a word on a card. */
export const defaultStatus: File['tag'] = 'NEED_REVIEW'
