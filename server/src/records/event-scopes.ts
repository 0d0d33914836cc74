// The scope that reading the record of an event needs, beside `projects:read`, which reading any event needs.
import type { Scope } from '../core/access.ts'
import { type EventResource, type EventType, resourceOf } from './event-types.ts'

export const eventScopes: Record<EventResource, Scope> = {
  project: 'projects:read',
  folder: 'folders:read',
  file: 'files:read',
  version: 'projects:read',
  review_request: 'projects:read',
  verdict: 'projects:read',
  member: 'project-members:read',
  comment: 'comments:read',
  reaction: 'comments:read',
  access_link: 'access-links:read',
  share: 'shares:read',
  skill: 'skills:read',
  trash: 'projects:read',
}

export function scopesOfEvent(type: EventType): Scope[] {
  return [...new Set<Scope>(['projects:read', eventScopes[resourceOf(type)]])]
}

/** Whether a credential with these scopes may read events of this type. */
export function mayReadEvents(scopes: ReadonlySet<Scope>, type: EventType): boolean {
  return scopesOfEvent(type).every((scope) => scopes.has(scope))
}
