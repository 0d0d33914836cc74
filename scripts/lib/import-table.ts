// Which folder may import which. Arrows go down only, and `npm run check` enforces every line. Type-only imports
// count, because a type is knowledge too. The reasons are in docs/decisions/0064-the-import-table.md.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

export type ImportTable = {
  /** Folder that the rows are relative to. */
  root: string
  /**
   * From each folder or file to the rows that it may import, besides itself. `surfaces/*` stands for each folder in
   * `surfaces`, as a row of its own. The longest row that fits a path counts. `.` is the row of all other paths.
   */
  rows: Record<string, readonly string[] | 'everything'>
  /** Whether this row may import another row of the same `*`, such as `operations/files` from `operations/comments`. */
  betweenFolders?: Record<string, (target: { path: string; text: string }) => boolean>
  /** Folders and files outside of the root that these rows may import as well. */
  outside?: readonly { folder: string; rows: readonly string[] }[]
}

const belowOperations = [
  ...[
    'core',
    'records',
    'database',
    'storage',
    'queue',
    'events',
    'media',
    'generation',
    'notifications',
    'auth',
  ],
]
const belowSurfaces = ['core', 'records', 'auth', 'events', 'operations']

export const serverTable: ImportTable = {
  root: 'server/src',
  rows: {
    core: [],
    records: ['core'],
    database: ['core', 'records'],
    storage: ['core', 'records'],
    sandbox: ['core', 'records'],
    queue: ['core', 'records'],
    events: ['core', 'records', 'queue'],
    media: ['core', 'records', 'storage', 'sandbox', 'queue', 'events'],
    generation: ['core', 'records', 'storage', 'sandbox', 'queue', 'events'],
    notifications: ['core', 'records', 'storage', 'queue', 'events'],
    auth: ['core', 'records', 'database'],
    'operations/*': [...belowOperations],
    // The lists: index.ts and image-operations.ts.
    operations: [...belowOperations, 'operations/*'],
    jobs: [...belowOperations, 'sandbox', 'operations', 'operations/*'],
    'surfaces/*': [...belowSurfaces, 'surfaces'],
    // Parts that surfaces share: admission, problems, the layout of pages.
    surfaces: belowSurfaces,
    'surfaces/server.ts': [...belowSurfaces, 'surfaces', 'surfaces/*'],
    'logging.ts': ['core'],
    // Only the composition roots below know all settings; modules get the two or three values that they need.
    'config.ts': ['core', 'storage', 'sandbox', 'queue', 'generation'],
    admin: 'everything',
    'migrate-database.ts': ['core', 'database', 'queue'],
    'check-files.ts': ['core', 'storage', 'sandbox', 'media'],
    'service.ts': 'everything',
    'run-service.ts': 'everything',
    'main.ts': 'everything',
  },
  betweenFolders: {
    'operations/*': ({ text }) => !text.includes('defineOperation('),
  },
  // The commands of the server and `dailies` share one command-line kit.
  outside: [{ folder: '../../cli/src/kit/', rows: ['admin', 'main.ts'] }],
}

/** The CLI is bundled without the server: it may import only what needs nothing else of it (decision 115). */
export const cliTable: ImportTable = {
  root: 'cli/src',
  rows: {
    commands: 'everything',
    output: 'everything',
    'server-modules.ts': 'everything',
    '.': 'everything',
  },
  outside: [
    { folder: '../../server/src/media/checks/export/', rows: ['commands', 'output'] },
    // Only its type; it is loaded where the server is installed.
    { folder: '../../server/src/check-files.ts', rows: ['server-modules.ts'] },
  ],
}

export const webTable: ImportTable = {
  root: 'web/src',
  rows: {
    generated: [],
    ui: [],
    dev: ['ui', 'generated'],
    data: ['ui', 'generated'],
    // Features: each folder that has no row of its own.
    '*': ['ui', 'data', 'generated'],
    app: 'everything',
    'main.tsx': 'everything',
  },
  betweenFolders: { '*': () => true },
}

/** Folders without an import table: only circles are refused. */
export const withoutTable = ['sdk/src', 'bench', 'cluster', 'scripts', 'server/test', 'web/test']

/** Describes every import that its table does not allow, and every circle. */
export function importProblems(repository: string, table: ImportTable): string[] {
  const modules = readModules(repository, table.root)
  const problems: string[] = []
  for (const [path, { imports }] of modules)
    for (const target of imports) {
      const problem = wrongArrow(path, target, table, modules.get(target)?.text ?? '')
      if (problem) problems.push(`${join(table.root, path)} ${problem}`)
    }
  return [...problems, ...circlesOf(modules, table.root)]
}

/** Describes every import circle below a folder, for folders without an import table. */
export function circleProblems(repository: string, root: string): string[] {
  return circlesOf(readModules(repository, root), root)
}

function circlesOf(modules: ReadonlyMap<string, Module>, root: string): string[] {
  const circles = findCircles(new Map([...modules].map(([path, { imports }]) => [path, imports])))
  return circles.map((circle) => `${join(root, circle[0]!)} is in an import circle: ${circle.join(' → ')}`)
}

type Module = { text: string; imports: string[] }

const ours = /\.tsx?$/
const exempt = /\.(test|contract)\.tsx?$|(^|\/)fixtures\//
const importing = /\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g

/** The modules below a folder, by their paths in it, with the paths that they import. */
function readModules(repository: string, root: string): Map<string, Module> {
  const modules = new Map<string, Module>()
  const paths = readdirSync(join(repository, root), { recursive: true, encoding: 'utf8' })
  for (const path of paths.map((each) => each.replaceAll('\\', '/')).sort()) {
    if (!ours.test(path) || exempt.test(path)) continue
    const text = readFileSync(join(repository, root, path), 'utf8')
    const imports = [...text.matchAll(importing)].map(([, name]) => posix.join(posix.dirname(path), name!))
    modules.set(path, { text, imports: [...new Set(imports)] })
  }
  return modules
}

function wrongArrow(
  path: string,
  target: string,
  table: ImportTable,
  targetText: string,
): string | undefined {
  const from = rowOf(path, table)
  if (from === undefined) return 'belongs to no row of the import table'
  if (target.startsWith('../')) {
    const isOutside = table.outside?.some(
      ({ folder, rows }) => rows.includes(from.row) && target.startsWith(folder),
    )
    // Data such as package.json is not a module.
    const allowed = !ours.test(target) || isOutside
    return allowed ? undefined : `may not import ${target}`
  }
  const to = rowOf(target, table)
  if (to === undefined) return `imports ${target}, which belongs to no row of the import table`
  const allowed = table.rows[from.row]!
  if (from.name === to.name || allowed === 'everything' || allowed.includes(to.row)) return undefined
  if (from.row === to.row && table.betweenFolders?.[to.row]?.({ path: target, text: targetText }))
    return undefined
  const may = allowed.length === 0 ? 'nothing of ours' : allowed.join(', ')
  return `may not import ${target}: ${from.name} may import ${may}`
}

/** The longest row that a path belongs to, and its name with the `*` filled in. */
function rowOf(path: string, { rows }: ImportTable): { row: string; name: string } | undefined {
  const parts = path.split('/')
  for (let length = parts.length; length > 0; length--) {
    const name = parts.slice(0, length).join('/')
    if (Object.hasOwn(rows, name)) return { row: name, name }
    const row = [...parts.slice(0, length - 1), '*'].join('/')
    // A `*` stands for folders only.
    if (length < parts.length && Object.hasOwn(rows, row)) return { row, name }
  }
  return Object.hasOwn(rows, '.') ? { row: '.', name: '.' } : undefined
}

/** Groups of modules that import each other in a circle: the strongly connected components, by Tarjan's algorithm. */
function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()
  const circles: string[][] = []

  function visit(module: string): void {
    order.set(module, order.size)
    lowest.set(module, order.get(module)!)
    stack.push(module)
    onStack.add(module)
    for (const next of graph.get(module) ?? []) {
      if (!order.has(next)) visit(next)
      if (onStack.has(next)) lowest.set(module, Math.min(lowest.get(module)!, lowest.get(next)!))
    }
    if (lowest.get(module) !== order.get(module)) return
    const component = stack.splice(stack.indexOf(module))
    for (const member of component) onStack.delete(member)
    if (component.length > 1 || graph.get(module)?.includes(module)) circles.push(component)
  }

  for (const module of graph.keys()) if (!order.has(module)) visit(module)
  return circles
}
