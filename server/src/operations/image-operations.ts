// Operations whose body is an image and no JSON. They are not in the list, of which SDK, CLI and tools are made with JSON
// inputs; surfaces/http/avatar-routes.ts serves them, and the SDK has a helper for each.
import { methodAndPath, namedOperations, type Operation } from '../core/operation.ts'
import { setAvatar } from './account/set-avatar.ts'
import { setWorkspaceAvatar } from './workspace/set-workspace-avatar.ts'

export const imageOperations: Operation[] = namedOperations({ setAvatar, setWorkspaceAvatar })

/** The operations of the list, and those that take an image at a path of theirs. */
export function withImageOperations(operations: readonly Operation[]): Operation[] {
  const paths = new Set(operations.map((operation) => methodAndPath(operation).path))
  return [...operations, ...imageOperations.filter((operation) => paths.has(methodAndPath(operation).path))]
}
