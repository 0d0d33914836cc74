// Operations whose body is an image instead of JSON. They are not in index.ts, because SDK, CLI and tools are generated from
// that list with JSON inputs; surfaces/http/avatar-routes.ts serves them, and the SDK has a helper for each.
import { methodAndPath, namedOperations, type Operation } from '../core/operation.ts'
import { setAvatar } from './account/set-avatar.ts'
import { setWorkspaceAvatar } from './workspace/set-workspace-avatar.ts'

export const imageOperations: Operation[] = namedOperations({ setAvatar, setWorkspaceAvatar })

/** Adds the image operations whose path one of these operations has. */
export function withImageOperations(operations: readonly Operation[]): Operation[] {
  const paths = new Set(operations.map((operation) => methodAndPath(operation).path))
  return [...operations, ...imageOperations.filter((operation) => paths.has(methodAndPath(operation).path))]
}
