// Plain SQL in a tagged template: values become parameters, fragments are inserted as text.

export class Fragment {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }
}

/** A piece of SQL to insert into a statement. */
export function fragment(strings: TemplateStringsArray, ...values: unknown[]): Fragment {
  return new Fragment(strings, values)
}

/** Text that is inserted into a statement unchanged. Only for names and keywords from our own code. */
export function verbatim(text: string): Fragment {
  return new Fragment([text], [])
}

export const nothing = verbatim('')

export type Sql = <Row = Record<string, unknown>>(
  strings: TemplateStringsArray,
  ...values: unknown[]
) => Promise<Row[]>

/** Without a name, Postgres parses and plans the text each time and stores nothing. */
export type Statement = { name: string | undefined; text: string; values: unknown[] }

// A named text is a prepared statement on every connection that runs it, until the connection closes: 180 KB for a
// list with filters. Most templates produce one text, but a list produces one for each combination of its filters,
// and callers choose those. So a text gets its name at its third use, and a template names at most this many.
const namedPerTemplate = 16
const usesBeforeName = 2
/** The number of texts of a template that are counted until they get a name. */
const countedPerTemplate = 64

// The names are short because every call sends one.
const names = new Map<string, string>()
type Template = { named: number; uses: Map<string, number> }
const templates = new WeakMap<readonly string[], Template>()

export function compile(strings: readonly string[], values: readonly unknown[]): Statement {
  const parameters: unknown[] = []
  const text = append('', strings, values, parameters)
  return { name: names.get(text) ?? newName(strings, text), text, values: parameters }
}

function newName(strings: readonly string[], text: string): string | undefined {
  let template = templates.get(strings)
  if (template === undefined) {
    template = { named: 0, uses: new Map() }
    templates.set(strings, template)
  }
  if (template.named === namedPerTemplate) return undefined
  const uses = template.uses.get(text) ?? 0
  if (uses < usesBeforeName) {
    if (template.uses.size === countedPerTemplate) template.uses.clear()
    template.uses.set(text, uses + 1)
    return undefined
  }
  template.named++
  template.uses.delete(text)
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

function append(
  text: string,
  strings: readonly string[],
  values: readonly unknown[],
  parameters: unknown[],
): string {
  let result = text + strings[0]
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value instanceof Fragment) result = append(result, value.strings, value.values, parameters)
    else result += `$${parameters.push(value)}`
    result += strings[i + 1]
  }
  return result
}

/** The database interface that all other folders use. */
export type Database = {
  /** One statement, committed on its own. */
  sql: Sql
  /** Several statements, committed together; rolled back when `work` throws, and retried after a deadlock. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
}

export type Locks = {
  /**
   * Takes a lock that all nodes share, without a transaction, until `release` is called; undefined when it is already
   * taken. A node that crashes, or loses its connection, releases its locks.
   */
  hold(lock: bigint): Promise<{ release(): void } | undefined>
}
