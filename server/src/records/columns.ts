// One column map describes a record: for each field its schema on the wire and the SQL that selects it. The schema, the
// select list, the type of a row and the mapping from row to record all derive from that map, so a field is added once.
import { z } from 'zod'
import { Fragment, fragment, verbatim } from '../core/sql.ts'

/** SQL for one value: text for a column or a short expression, a fragment for anything longer. */
type Expression = string | Fragment

/** Selected under the name of the field and sent as it is. */
type Column<Schema extends z.ZodType = z.ZodType> = { schema: Schema; sql: Expression }

/** An object on the wire. Each property is one column of the row, named `field.property`. */
type ObjectColumns<Schema extends z.ZodType = z.ZodType> = {
  schema: Schema
  properties: Readonly<Record<string, Expression>>
}

/** Computed in TypeScript, possibly from columns of the row that are not sent themselves. */
type ComputedField<Schema extends z.ZodType = z.ZodType, From extends Sources = Sources> = {
  schema: Schema
  from: From
}

type Sources = Readonly<Record<string, Column>>
type ColumnMap = Readonly<Record<string, Column | ObjectColumns | ComputedField>>

export function column<Schema extends z.ZodType>(schema: Schema, sql: Expression): Column<Schema> {
  return { schema, sql }
}

/** When the schema is nullable, the object is null wherever its first property is. */
export function object<Schema extends z.ZodType>(
  schema: Schema,
  properties: Record<keyof NonNullable<z.output<Schema>>, Expression>,
): ObjectColumns<Schema> {
  return { schema, properties }
}

export function computed<Schema extends z.ZodType, const From extends Sources = Record<never, never>>(
  schema: Schema,
  from: From = {} as From,
): ComputedField<Schema, From> {
  return { schema, from }
}

/** The record on the wire. */
export function wireSchema<Map extends ColumnMap>(id: string, map: Map) {
  const shape = Object.fromEntries(Object.entries(map).map(([name, { schema }]) => [name, schema]))
  return z.object(shape as { [Name in keyof Map]: Map[Name]['schema'] }).meta({ id })
}

/** The columns of a record, to select from the tables that its map names. */
export function selectList(map: ColumnMap): Fragment {
  const columns = Object.entries(map).flatMap(([name, field]): [string, Expression][] => {
    if ('sql' in field) return [[name, field.sql]]
    if ('from' in field) return Object.entries(field.from).map(([source, { sql }]) => [source, sql])
    return Object.entries(field.properties).map(([property, sql]) => [`${name}.${property}`, sql])
  })
  const values = columns.map(([, sql]) => (typeof sql === 'string' ? verbatim(sql) : sql))
  const names = columns.map(([name]) => ` as "${name}"`)
  return new Fragment(['', ...names.map((name, i) => (i < names.length - 1 ? `${name}, ` : name))], values)
}

/**
 * The record as JSON text, written by Postgres, for lists: the driver then reads one value for each row instead of
 * twenty, and nothing is parsed and serialised again. `computed` has the JSON text of each computed field, as SQL.
 */
export function recordText<Map extends ColumnMap>(
  map: Map,
  ...[computed]: keyof Computed<Map> extends never ? [] : [Record<keyof Computed<Map>, Expression>]
): Fragment {
  const fields = Object.entries(map).flatMap(([name, field], i) => {
    const label = `${i === 0 ? '{' : ','}${JSON.stringify(name)}:`
    return [literal(label), jsonText(name, field, computed as Record<string, Expression> | undefined)]
  })
  return concatenated([...fields, literal('}')])
}

/** JSON text of one field, as SQL. */
function jsonText(
  name: string,
  field: ColumnMap[string],
  computed: Record<string, Expression> | undefined,
): Fragment {
  if ('from' in field) return expression(computed![name]!)
  if ('sql' in field) return valueText(field.schema, expression(field.sql))
  const isNullable = field.schema.safeParse(null).success
  const { shape } = (isNullable ? (field.schema as z.ZodNullable).unwrap() : field.schema) as z.ZodObject
  const properties = Object.entries(field.properties).flatMap(([property, sql], i) => {
    const label = `${i === 0 ? '{' : ','}${JSON.stringify(property)}:`
    return [literal(label), valueText(shape[property] as z.ZodType, expression(sql))]
  })
  const text = concatenated([...properties, literal('}')])
  if (!isNullable) return text
  const first = expression(Object.values(field.properties)[0]!)
  return fragment`case when ${first} is null then 'null' else ${text} end`
}

/** JSON text of one value, as SQL. The types of the schema decide how the value is written. */
function valueText(schema: z.ZodType, sql: Fragment): Fragment {
  const isNullable = schema.safeParse(null).success
  const inner = schema instanceof z.ZodNullable ? (schema.unwrap() as z.ZodType) : schema
  const text = notNullText(inner, sql)
  return isNullable ? fragment`coalesce(${text}, 'null')` : text
}

function notNullText(schema: z.ZodType, sql: Fragment): Fragment {
  if (schema instanceof z.ZodNumber) return fragment`(${sql})::text`
  if (schema instanceof z.ZodBoolean) return fragment`(${sql})::text`
  if (schema instanceof z.ZodEnum) return fragment`'"' || ${sql} || '"'`
  if (schema.safeParse('2026-01-31 09:05:00.120000').success && !schema.safeParse('').success)
    return fragment`to_char(${sql}, '\\"YYYY-MM-DD HH24:MI:SS.US\\"')`
  return schema instanceof z.ZodString ? fragment`to_json(${sql})::text` : fragment`(${sql})::text`
}

const expression = (sql: Expression): Fragment => (typeof sql === 'string' ? verbatim(sql) : sql)
const literal = (text: string): Fragment => verbatim(`'${text.replaceAll("'", "''")}'`)

/** A function of Postgres takes at most 100 arguments. */
const maxArguments = 100

function concatenated(parts: readonly Fragment[]): Fragment {
  const groups = Array.from({ length: Math.ceil(parts.length / maxArguments) }, (_, i) =>
    parts.slice(i * maxArguments, (i + 1) * maxArguments),
  )
  const calls = groups.map((group) => fragment`concat(${list(group)})`)
  return calls.length === 1 ? calls[0]! : fragment`concat(${list(calls)})`
}

function list(parts: readonly Fragment[]): Fragment {
  return new Fragment(['', ...parts.slice(1).map(() => ', '), ''], parts)
}

/** A row as `selectList` selects it. */
export type Row<Map extends ColumnMap> = Plain<Map> & Properties<Map> & AllSources<Map>

type Plain<Map extends ColumnMap> = {
  [Name in keyof Map as Map[Name] extends Column ? Name : never]: z.output<Map[Name]['schema']>
}

type Properties<Map extends ColumnMap> = {
  [Path in PropertyPath<Map>]: Path extends `${infer Name}.${infer Property}`
    ? NonNullable<z.output<Map[Name]['schema']>>[Property & keyof NonNullable<z.output<Map[Name]['schema']>>]
    : never
}

type PropertyPath<Map extends ColumnMap> = {
  [Name in keyof Map & string]: Map[Name] extends ObjectColumns<infer Schema>
    ? `${Name}.${keyof NonNullable<z.output<Schema>> & string}`
    : never
}[keyof Map & string]

type AllSources<Map extends ColumnMap> = Intersection<
  {
    [Name in keyof Map]: Map[Name] extends ComputedField<z.ZodType, infer From> ? Plain<From> : never
  }[keyof Map]
>

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** The values of the computed fields. */
export type Computed<Map extends ColumnMap> = {
  [Name in keyof Map as Map[Name] extends ComputedField ? Name : never]: z.output<Map[Name]['schema']>
}

type RecordOf<Map extends ColumnMap> = { [Name in keyof Map]: z.output<Map[Name]['schema']> }

/**
 * The function from a row, and the values of its computed fields, to the record. It is compiled from the map once, to the
 * object literal that one would write by hand: for a page of 50 comments that takes 3 µs, a loop over the fields 240 µs.
 */
export function recordMapper<const Map extends ColumnMap>(
  map: Map,
): (row: Row<Map>, ...values: keyof Computed<Map> extends never ? [] : [Computed<Map>]) => RecordOf<Map> {
  const fields = Object.entries(map).map(([name, field]) => `${JSON.stringify(name)}: ${source(name, field)}`)
  return new Function('row', 'computed', `return { ${fields.join(', ')} }`) as ReturnType<
    typeof recordMapper<Map>
  >
}

/** JavaScript that reads one field. */
function source(name: string, field: ColumnMap[string]): string {
  if ('sql' in field) return `row[${JSON.stringify(name)}]`
  if ('from' in field) return `computed[${JSON.stringify(name)}]`
  const value = (property: string) => `row[${JSON.stringify(`${name}.${property}`)}]`
  const properties = Object.keys(field.properties)
  const literal = `{ ${properties.map((property) => `${JSON.stringify(property)}: ${value(property)}`).join(', ')} }`
  return field.schema.safeParse(null).success
    ? `${value(properties[0]!)} === null ? null : ${literal}`
    : literal
}
