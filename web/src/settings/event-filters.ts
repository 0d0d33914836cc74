// The events of a webhook: `*`, all of a resource (`file.*`), or single ones.
import type { CreateWebhookFields } from '@dailies/sdk'
import { eventTypes } from '../generated/scopes-and-events.ts'

export type EventFilter = CreateWebhookFields['events'][number]
type EventType = keyof typeof eventTypes

const types = Object.keys(eventTypes) as EventType[]

export const knownEvents: ReadonlySet<string> = new Set(types)

export type Resource = { filter: EventFilter; title: string; types: EventType[] }

/** `access_link.created` → `access_link` */
function resourceOf(type: string): string {
  return type.slice(0, type.indexOf('.'))
}

export const resources: readonly Resource[] = [...Map.groupBy(types, resourceOf)].map(([name, members]) => ({
  filter: `${name}.*` as EventFilter,
  title: `${name[0]!.toUpperCase()}${name.slice(1).replaceAll('_', ' ')}s`,
  types: members,
}))

export function isChosen(chosen: readonly string[], filter: EventFilter): boolean {
  return chosen.includes('*') || chosen.includes(filter) || chosen.includes(`${resourceOf(filter)}.*`)
}

/** Deselecting one event of a selected group selects the others of the group one by one. */
export function withFilter(chosen: readonly EventFilter[], filter: EventFilter, on: boolean): EventFilter[] {
  if (filter === '*') return on ? ['*'] : []
  const own = resources.find((resource) => resourceOf(resource.filter) === resourceOf(filter))!
  const ofOwn = (one: EventFilter) => resourceOf(one) === resourceOf(filter)
  const everything = chosen.includes('*')
  const others = everything
    ? resources.map((resource) => resource.filter).filter((one) => !ofOwn(one))
    : chosen.filter((one) => !ofOwn(one))
  if (filter === own.filter) return on ? [...others, filter] : others
  const singles = own.types.filter((type) =>
    type === filter ? on : isChosen(everything ? ['*'] : chosen, type),
  )
  return [...others, ...singles]
}

export function filtersInWords(chosen: readonly string[]): string {
  return chosen.includes('*') ? 'All events' : chosen.join(', ')
}
