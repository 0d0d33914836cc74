// Finds statements of migrations that would stop a running installation: those that keep a large table locked while they
// read or rewrite it, and those that break the nodes of the previous release, which run beside it during an upgrade.
// A statement below a comment `-- safe: <reason>` is accepted.
import { noTransaction } from '../../server/src/database/migrate.ts'

/** The first migration that these rules apply to: earlier ones have landed. */
export const firstChecked = '0030'

type Rule = { unsafe: (text: string) => boolean; problem: string }

const addsColumn = (action: string) => /^add\s+(?!constraint\b)/i.test(action)
const has = (pattern: RegExp) => (text: string) => pattern.test(text)

/** For each action of `alter table` on a table that exists. */
const actionRules: Rule[] = [
  {
    unsafe: (action) => addsColumn(action) && /\bnot\s+null\b/i.test(action) && !/\bdefault\b/i.test(action),
    problem:
      'a column that is not null needs a default: nodes of the previous release insert rows without it',
  },
  {
    unsafe: (action) =>
      addsColumn(action) && /\bdefault\s+\S*(random|uuid|clock_timestamp|timeofday|nextval)/i.test(action),
    problem: 'a default that differs from row to row rewrites the table',
  },
  {
    unsafe: (action) =>
      addsColumn(action) && /\b(check|references|unique|primary\s+key|generated|\w*serial)\b/i.test(action),
    problem: 'reads or rewrites the whole table: add the column alone, and a constraint as `not valid`',
  },
  {
    unsafe: has(/^alter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/i),
    problem: 'a change of type rewrites the table: add a column instead',
  },
  {
    unsafe: has(/\bset\s+not\s+null\b/i),
    problem:
      'reads the whole table: add a `check (… is not null) not valid`, and validate it in a later file',
  },
  {
    unsafe: has(/^add\s+constraint\b(?!.*\b(not\s+valid|using\s+index)\b)/is),
    problem: 'reads the whole table: add it `not valid` or `using index`, and validate it in a later file',
  },
  {
    unsafe: has(/^drop\s+(?!constraint\b)/i),
    problem: 'nodes of the previous release still use the column: drop it one release later',
  },
  { unsafe: has(/^rename\b/i), problem: 'nodes of the previous release use the old name' },
]

const rules: Rule[] = [
  {
    unsafe: has(/^create\s+(unique\s+)?index\s+(?!concurrently\b)/i),
    problem: 'blocks writes until the index is built: use `concurrently`',
  },
  {
    unsafe: has(/^create\s+(unique\s+)?index\s+concurrently\s+(?!if\s+not\s+exists\b)/i),
    problem: 'must be repeatable: add `if not exists`',
  },
  {
    unsafe: has(/^drop\s+index\s+(?!concurrently\b)/i),
    problem: 'waits for all readers: use `concurrently`',
  },
  {
    unsafe: has(/^drop\s+table\b/i),
    problem: 'nodes of the previous release still use the table: drop it one release later',
  },
  {
    unsafe: has(/^(update|delete\s+from)\b/i),
    problem: 'changes all rows at once: let a periodic job do it in batches',
  },
  { unsafe: has(/^(lock|vacuum\s+full|cluster|reindex(?!.*concurrently))\b/i), problem: 'locks the table' },
]

/** Describes each unsafe statement of one file. */
export function migrationProblems(name: string, text: string): string[] {
  if (name < firstChecked) return []
  const alone = text.startsWith(noTransaction)
  const statements = splitStatements(text)
  const created = new Set(
    statements.flatMap(({ sql }) => /^create\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)/i.exec(sql)?.[1] ?? []),
  )
  return statements.flatMap(({ sql, safe }) => {
    const concurrent = /\bconcurrently\b|\bvalidate\s+constraint\b/i.test(sql)
    const place =
      alone === concurrent || (safe && !alone)
        ? []
        : [
            alone
              ? 'a file without a transaction may only build, drop and validate'
              : `needs a file that begins with \`${noTransaction}\``,
          ]
    const found = safe || created.has(tableOf(sql)) ? [] : problemsOf(sql)
    return [...place, ...found].map((problem) => `${name}: "${sql.split('\n')[0]}": ${problem}`)
  })
}

function problemsOf(sql: string): string[] {
  const [alter, actions] = /^alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?\w+\s+(.*)$/is.exec(sql) ?? []
  const texts = alter === undefined ? [sql] : actions!.split(/,\s*(?=(?:add|alter|drop|rename|validate)\b)/i)
  const applied = alter === undefined ? rules : actionRules
  return texts.flatMap((text) => applied.filter(({ unsafe }) => unsafe(text)).map(({ problem }) => problem))
}

function tableOf(sql: string): string {
  const [, altered] = /^alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)/i.exec(sql) ?? []
  const [, indexed] = /^create\s+(?:unique\s+)?index\b.*?\son\s+(?:only\s+)?(\w+)/is.exec(sql) ?? []
  const [, changed] = /^(?:update|delete\s+from)\s+(\w+)/i.exec(sql) ?? []
  return altered ?? indexed ?? changed ?? ''
}

/** Statements without comments and without the bodies of functions, which do not run now. */
function splitStatements(text: string): { sql: string; safe: boolean }[] {
  const bare = text.replaceAll(/\$(\w*)\$.*?\$\1\$/gs, '$$$$')
  const comments = /--.*$/gm
  return bare
    .replaceAll(comments, (comment) => comment.replaceAll(';', ','))
    .split(';')
    .flatMap((part) => {
      const sql = part.replaceAll(comments, '').trim()
      return sql === '' ? [] : [{ sql, safe: /--\s*safe:\s*\S/.test(part) }]
    })
}
