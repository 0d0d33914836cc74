import { newUuid } from '../../../src/core/ids.ts'
import type { Person, World } from '../world.ts'

export type Target = {
  /** The ids in the path. */
  params: Record<string, string>
  /** The fields of the body or the query string. */
  fields: Record<string, unknown>
}

export type Sample = (world: World, projectId: string, owner: Person) => Promise<Target>

export function target(params: Record<string, string> = {}, fields: Record<string, unknown> = {}): Target {
  return { params, fields }
}

export function uniqueName(): string {
  return `Sample ${newUuid()}`
}
