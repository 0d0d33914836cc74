// JSON Schema → TypeScript types for the SDK, with the descriptions of fields as comments.
import type { JsonSchema } from '../../server/src/surfaces/json-schemas.ts'

/** The type that a schema describes, as text; an object takes several lines. */
export function typeText(schema: JsonSchema, indent = ''): string {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1)!
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return union(schema.enum.map((value) => literal(value)))
  const options = schema.anyOf ?? (schema.oneOf as JsonSchema[] | undefined)
  if (options) return union(options.map((option) => typeText(option, indent)))
  if (Array.isArray(schema.allOf)) {
    return schema.allOf.map((part: JsonSchema) => typeText(part, indent)).join(' & ')
  }
  if (Array.isArray(schema.type)) {
    return union(schema.type.map((type) => typeText({ ...schema, type }, indent)))
  }
  return plainType(schema, indent)
}

function plainType(schema: JsonSchema, indent: string): string {
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return arrayType(schema, indent)
    case 'object':
      return objectType(schema, indent)
    default:
      return 'unknown'
  }
}

function arrayType({ items, prefixItems }: JsonSchema, indent: string): string {
  if (Array.isArray(prefixItems))
    return `[${prefixItems.map((item: JsonSchema) => typeText(item, indent)).join(', ')}]`
  const item = typeText((items ?? {}) as JsonSchema, indent)
  return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
}

function objectType(schema: JsonSchema, indent: string): string {
  const { properties, additionalProperties } = schema
  if (!properties) {
    const value =
      typeof additionalProperties === 'object' ? typeText(additionalProperties, indent) : 'unknown'
    return `Record<string, ${value}>`
  }
  return `{\n${fieldLines(schema, `${indent}  `)}\n${indent}}`
}

/** The fields of an object, each with its description. An optional field may also be undefined. */
export function fieldLines({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  return Object.entries(properties)
    .map(([name, schema]) => {
      const optional = !required.includes(name)
      const type = typeText(schema, indent)
      const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
      const line = `${indent}${key}${optional ? '?' : ''}: ${type}${optional ? ' | undefined' : ''}`
      return docComment(fieldDoc(schema), indent) + line
    })
    .join('\n')
}

function fieldDoc({ description, default: value, deprecated }: JsonSchema): string[] {
  if (deprecated === true) return [`@deprecated ${description}`]
  const lines = description ? [description] : []
  if (value !== undefined && typeof value !== 'object') lines.push(`Default: \`${JSON.stringify(value)}\`.`)
  return lines
}

/** `lines` as a doc comment at this indent; empty without lines. */
export function docComment(lines: string[], indent: string): string {
  const safe = lines.map((line) => line.replaceAll('*/', '*\\/'))
  if (safe.length === 0) return ''
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`
  return `${indent}/**\n${safe.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`
}

function union(types: string[]): string {
  return [...new Set(types)].join(' | ')
}

function literal(value: unknown): string {
  return typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : String(value)
}
