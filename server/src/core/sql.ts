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

/** The same SQL as one text, where it has no parameters: each call of a statement visits every fragment of it. */
export function flat(part: Fragment): Fragment {
  const parameters: unknown[] = []
  const text = append('', part.strings, part.values, parameters)
  return parameters.length === 0 ? verbatim(text) : part
}

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
type Template = { named: number; uses: Map<string, number>; root: Step }
const templates = new WeakMap<readonly string[], Template>()

/**
 * The way to a named text: one step for each value, and one more into each fragment. It spares a hot statement the making and
 * hashing of a long text. A fragment is known by its template, so one whose strings are new in each call is never found.
 */
type Step = {
  parameter: Step | undefined
  fragments: Map<string | readonly string[], Step>
  named: { name: string; text: string } | undefined
}

export function compile(strings: readonly string[], values: readonly unknown[]): Statement {
  const known = templates.get(strings)
  const parameters: unknown[] = []
  const named = known && follow(known.root, values, parameters)?.named
  if (named !== undefined) return { name: named.name, text: named.text, values: parameters }
  parameters.length = 0
  const text = append('', strings, values, parameters)
  return { name: names.get(text) ?? newName(strings, values, text), text, values: parameters }
}

function follow(start: Step, values: readonly unknown[], parameters: unknown[]): Step | undefined {
  let step: Step | undefined = start
  for (let i = 0; i < values.length && step !== undefined; i++) {
    const value = values[i]
    if (value instanceof Fragment) {
      step = step.fragments.get(keyOf(value))
      step &&= follow(step, value.values, parameters)
    } else {
      parameters.push(value)
      step = step.parameter
    }
  }
  return step
}

/** Like `follow`, but makes the steps that are missing. */
function lay(start: Step, values: readonly unknown[]): Step {
  let step = start
  for (const value of values) {
    if (value instanceof Fragment) {
      const inner = step.fragments.get(keyOf(value)) ?? newStep()
      step.fragments.set(keyOf(value), inner)
      step = lay(inner, value.values)
    } else {
      step.parameter ??= newStep()
      step = step.parameter
    }
  }
  return step
}

const newStep = (): Step => ({ parameter: undefined, fragments: new Map(), named: undefined })

/** `verbatim` makes a new array for the same text. */
const keyOf = ({ strings }: Fragment) => (strings.length === 1 ? strings[0]! : strings)

function newName(strings: readonly string[], values: readonly unknown[], text: string): string | undefined {
  let template = templates.get(strings)
  if (template === undefined) {
    template = { named: 0, uses: new Map(), root: newStep() }
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
  lay(template.root, values).named = { name, text }
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
  /** One statement, committed on its own, and repeated after a deadlock. */
  sql: Sql
  /** Several statements, committed together; rolled back when `work` throws, and repeated after a deadlock. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
}

export type Locks = {
  /**
   * Takes a lock that all nodes share, without a transaction, until `release` is called; undefined when it is already
   * taken. A node that crashes, or loses its connection, releases its locks.
   */
  hold(lock: bigint): Promise<{ release(): Promise<void> } | undefined>
}
