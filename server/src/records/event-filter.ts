// Filters for events: one type (`comment.created`), all types of a resource (`comment.*`), or everything (`*`).
import { z } from 'zod'
import { type Fragment, fragment } from '../core/sql.ts'
import { eventTypeNames, resourceOf } from './event-types.ts'

const resources = [...new Set(eventTypeNames.map(resourceOf))]

export const EventFilter = z.enum([
  '*',
  ...resources.map((resource) => `${resource}.*` as const),
  ...eventTypeNames,
])

/** Whether one of the filters matches events of this type. */
export function matchesFilter(filters: readonly string[], type: string): boolean {
  const [resource] = type.split('.')
  return filters.includes('*') || filters.includes(`${resource}.*`) || filters.includes(type)
}

/** The same check in SQL, for the event `e`. */
export function matchesFilterSql(filters: readonly string[]): Fragment {
  return fragment`array['*', split_part(e.type, '.', 1) || '.*', e.type] && ${filters}::text[]`
}
