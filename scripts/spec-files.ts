// What spec/, sdk/, cli/ and web/ hold that is made from the list of operations and the words around it, and the checksums
// of the migrations. access.txt is not made: it is written by hand.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProjectRole } from '../server/src/core/access.ts'
import { methodAndPath, type Operation } from '../server/src/core/operation.ts'
import { listMigrations } from '../server/src/database/migrate.ts'
import { operations } from '../server/src/service.ts'
import { toolsOf } from '../server/src/surfaces/mcp/tools.ts'
import { inPathOrder, openapiDocument } from '../server/src/surfaces/openapi.ts'
import { commandsFile, commandsPath } from './cli-commands.ts'
import { eventGuide, eventGuidePath } from './event-guide.ts'
import { checksumsFile, checksumsPath, landedChecksums } from './migration-checksums.ts'
import { coverageFile, coveragePath } from './reference-coverage.ts'
import { sdkFiles } from './sdk-files.ts'
import { webFiles } from './web-files.ts'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Path below the root → content. */
export function specFiles(): Map<string, string> {
  const openapi = openapiDocument(operations, 'http://localhost:8080')
  return new Map([
    ['spec/openapi.json', `${JSON.stringify(openapi, null, 2)}\n`],
    ['spec/operations.txt', operationsTable(operations)],
    ['spec/tools.json', `${JSON.stringify(toolsOf(operations), null, 2)}\n`],
    [checksumsPath, checksumsFile(listMigrations(), landedChecksums(root))],
    [commandsPath, commandsFile(operations)],
    [coveragePath, coverageFile(root)],
    [eventGuidePath, eventGuide(root)],
    ...sdkFiles(operations),
    ...webFiles(),
  ])
}

const letters: Record<ProjectRole, string> = {
  PROJECT_OWNER: 'O',
  PROJECT_MANAGER: 'M',
  PROJECT_MEMBER: 'B',
  PROJECT_REVIEWER: 'R',
  PROJECT_RESTRICTED_REVIEWER: 'X',
}

/** The project roles as letters, or the least workspace role as in `MEMBER+`; `-` when any will do, `*` when none is needed. */
export function rolesColumn({ roles, workspaceRole, credential }: Operation): string {
  if (credential === 'optional') return '*'
  if (roles) return roles.map((role) => letters[role]).join('')
  return workspaceRole === undefined || workspaceRole === 'GUEST' ? '-' : `${workspaceRole}+`
}

/** The scope, or `session` where only a browser session will do, whatever its scopes. */
export function scopeColumn({ scope, credential }: Operation): string {
  return credential === 'session' ? 'session' : (scope ?? '-')
}

const header = ['operation', 'method', 'path', 'tool', 'tier', 'scope', 'roles', 'success']
// Fixed widths, so that a longer name changes its own line only; a value that does not fit shifts its line.
const widths = [26, 6, 44, 24, 7, 22, 7, 7]

function operationsTable(operations: Operation[]): string {
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
