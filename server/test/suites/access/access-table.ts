// Parses spec/access.txt, and formats a declaration as a line of it.
import { rolesColumn, scopeColumn } from '../../../../scripts/lib/operations-table.ts'
import { methodAndPath, type Operation } from '../../../src/core/operation.ts'

export type AccessLine = { route: string; tool: string; tier: string; scope: string; roles: string }

const linePattern =
  /^(GET|QUERY|POST|PUT|PATCH|DELETE) +(\/api\/\S+) +(-|[a-z_]+) +(default|[234]) +(-|session|share|[a-z-]+:[a-z.]+) +((?:[-*]|[OMBRX]+|[A-Z]+\+)(?:\/[a-z]+)?)( +#.*)?$/

export function parseAccessTable(text: string): AccessLine[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const [, method, path, tool, tier, scope, roles] = linePattern.exec(line) ?? []
    if (roles === undefined) throw new Error(`not a line of the access table: ${line}`)
    return { route: `${method} ${path}`, tool: tool!, tier: tier!, scope: scope!, roles }
  })
}

export function declaredAccess(operation: Operation): AccessLine {
  const { method, path } = methodAndPath(operation)
  return {
    route: `${method} ${path.replace(/:\w+/g, ':id')}`,
    tool: operation.tool ?? '-',
    tier: String(operation.tier),
    scope: scopeColumn(operation),
    roles: rolesColumn(operation),
  }
}
