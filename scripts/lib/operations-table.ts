// spec/operations.txt: one line per operation, so that a reviewer sees a change of the API in a diff.
import type { ProjectRole } from '../../server/src/core/access.ts'
import { methodAndPath, type Operation } from '../../server/src/core/operation.ts'
import { inPathOrder } from '../../server/src/surfaces/openapi/document.ts'

const letters: Record<ProjectRole, string> = {
  PROJECT_OWNER: 'O',
  PROJECT_MANAGER: 'M',
  PROJECT_MEMBER: 'B',
  PROJECT_REVIEWER: 'R',
  PROJECT_RESTRICTED_REVIEWER: 'X',
}

/**
 * The project roles as letters, or the lowest workspace role as in `MEMBER+`; `-`: any role; `*`: no credential needed. `/view`
 * and the like: guests of a share for this use, too.
 */
export function rolesColumn(operation: Operation): string {
  const { share } = operation
  return share === undefined ? members(operation) : `${members(operation)}/${share}`
}

function members({ roles, workspaceRole, credential }: Operation): string {
  if (credential === 'optional') return '*'
  if (roles) return roles.map((role) => letters[role]).join('')
  return workspaceRole === undefined || workspaceRole === 'GUEST' ? '-' : `${workspaceRole}+`
}

/** The scope, or `session` when the operation accepts browser sessions only. */
export function scopeColumn({ scope, credential }: Operation): string {
  if (credential === 'session' || credential === 'share') return credential
  return scope ?? '-'
}

const header = ['operation', 'method', 'path', 'tool', 'tier', 'scope', 'roles', 'success']
// Fixed widths: a new, longer name changes its own line only. A value that does not fit shifts the rest of its line.
const widths = [26, 6, 44, 24, 7, 22, 7, 7]

export function operationsTable(operations: Operation[]): string {
  const rows = inPathOrder(operations).map((operation) => {
    const { method, path } = methodAndPath(operation)
    const { name, tool = '-', tier, output } = operation
    const access = [scopeColumn(operation), rolesColumn(operation)]
    return [name, method, path, tool, String(tier), ...access, String(output[0])]
  })
  const lines = [header, ...rows].map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd(),
  )
  return `# Made by \`npm run generate\`. Roles are explained in access.txt.\n${lines.join('\n')}\n`
}
