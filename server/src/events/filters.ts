// Which events somebody wants: `comment.created`, all of a kind as `comment.*`, or all as `*`.
import { z } from 'zod'
import { type Fragment, fragment } from '../core/sql.ts'
import { type EventType, eventTypes } from './catalogue.ts'

const types = Object.keys(eventTypes) as EventType[]
type Kind = EventType extends `${infer Name}.${string}` ? Name : never
const kinds = [...new Set(types.map((type) => type.split('.')[0] as Kind))]

export const EventFilter = z.enum(['*', ...kinds.map((kind) => `${kind}.*` as const), ...types])

function filtersOf(type: string): string[] {
  return ['*', `${type.split('.')[0]}.*`, type]
}

/** Whether one of the filters lets events of this type through. */
export function lets(filters: readonly string[], type: string): boolean {
  return filtersOf(type).some((filter) => filters.includes(filter))
}

/** The same for the event `e` in SQL. */
export function passes(filters: readonly string[]): Fragment {
  return fragment`array['*', split_part(e.type, '.', 1) || '.*', e.type] && ${filters}::text[]`
}
