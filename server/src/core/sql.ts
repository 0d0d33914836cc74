// SQL is SQL: a tagged template whose values become parameters and whose fragments are spliced in as text.

export class Fragment {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }
}

/** A piece of SQL to splice into a statement. */
export function fragment(strings: TemplateStringsArray, ...values: unknown[]): Fragment {
  return new Fragment(strings, values)
}

/** Text that goes into a statement as it stands. Only ever for names and keywords from our own code. */
export function verbatim(text: string): Fragment {
  return new Fragment([text], [])
}

export const nothing = verbatim('')

export type Sql = <Row = Record<string, unknown>>(
  strings: TemplateStringsArray,
  ...values: unknown[]
) => Promise<Row[]>

export type Statement = { name: string; text: string; values: unknown[] }

// Each distinct text is a prepared statement of its own on every connection. Texts come from our templates only,
// so their number is finite; the names are short because they travel with every call.
const names = new Map<string, string>()

export function compile(strings: readonly string[], values: readonly unknown[]): Statement {
  const parameters: unknown[] = []
  const text = append('', strings, values, parameters)
  let name = names.get(text)
  if (name === undefined) {
    name = `s${names.size}`
    names.set(text, name)
  }
  return { name, text, values: parameters }
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

/** What the rooms above need of a database. */
export type Database = {
  /** One statement, committed on its own. */
  sql: Sql
  /** Several statements, committed together; rolled back when `work` throws. Repeated after a deadlock. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
}

export type Locks = {
  /**
   * Holds a lock that all nodes know, without a transaction, until `release` is called; undefined when it is held
   * already. A node that crashes, or loses its connection, lets go of its locks.
   */
  hold(lock: bigint): Promise<{ release(): void } | undefined>
}
