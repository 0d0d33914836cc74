// What sdk/src/generated holds: the operations as types and methods, made from their list.
import manifest from '../sdk/package.json' with { type: 'json' }
import { projectRoles } from '../server/src/core/access.ts'
import { errorCodes } from '../server/src/core/errors.ts'
import { methodAndPath, type Operation } from '../server/src/core/operation.ts'
import { eventTypes } from '../server/src/events/catalogue.ts'
import {
  inputParts,
  type JsonSchema,
  type SharedSchemas,
  toJsonSchema,
} from '../server/src/surfaces/json-schemas.ts'
import { docComment, fieldLines, typeText } from './sdk-types.ts'

const header = '// Made by `npm run generate` from the list of operations.\n'

/** Path below the root → content. */
export function sdkFiles(operations: Operation[]): Map<string, string> {
  const shared: SharedSchemas = new Map()
  const described = operations
    .map((operation) => describe(operation, shared))
    .toSorted((a, b) => (a.operation.client < b.operation.client ? -1 : 1))
  return new Map([
    ['sdk/src/generated/operations.ts', operationTable(described)],
    ['sdk/src/generated/records.ts', records(described, shared)],
    ['sdk/src/generated/resources.ts', resources(described)],
    ['sdk/src/generated/catalogue.ts', catalogue()],
  ])
}

type Paging = 'cursor' | 'chat' | 'number'

type Described = {
  operation: Operation
  method: string
  path: string
  pathKeys: string[]
  /** The fields that are not in the path; undefined when there are none. */
  fields: JsonSchema | undefined
  /** Where the fields go. */
  place: 'query' | 'body' | undefined
  paging: Paging | undefined
  /** The text of the type that it answers with, or of an item of its list. */
  result: string
  /** The name of the interface of its fields, and of its result when that is made here. */
  name: string
  resultSchema: JsonSchema | undefined
}

function describe(operation: Operation, shared: SharedSchemas): Described {
  const { method, path, pathKeys } = methodAndPath(operation)
  const fields = inputParts(operation, shared).rest
  const name = operation.name[0]!.toUpperCase() + operation.name.slice(1)
  const output = operation.output[1]
  const schema = output && toJsonSchema('page' in output ? output.item : output, 'output', shared)
  // What has fields and no name of its own gets one.
  const own = schema !== undefined && typeText(schema).includes('\n')
  const result = schema === undefined ? 'void' : own ? `${name}Result` : typeText(schema)
  // What may be left out of a DELETE is an option in the query string, as in the OpenAPI document.
  const inQuery = method === 'GET' || (method === 'DELETE' && fields?.required === undefined)
  return {
    operation,
    method,
    path,
    pathKeys,
    fields,
    place: fields && (inQuery ? 'query' : 'body'),
    paging: output && 'page' in output ? pagingOf(output.page, result) : undefined,
    result,
    name,
    resultSchema: own ? schema : undefined,
  }
}

/** Lists of comments are chat-like, see the reference: they open at the newest page. */
function pagingOf(style: 'cursor' | 'number', item: string): Paging {
  return style === 'cursor' && item === 'Comment' ? 'chat' : style
}

function operationTable(all: Described[]): string {
  const lines = all.map(({ operation, method, path, place, paging }) => {
    const entry = [`client: '${operation.client}'`, `http: '${method} ${path}'`]
    if (place) entry.push(`fields: '${place}'`)
    if (paging) entry.push(`paging: '${paging}'`)
    if (operation.credential) entry.push(`credential: '${operation.credential}'`)
    return `  ${operation.name}: { ${entry.join(', ')} },`
  })
  return `${header}
export type OperationInfo = {
  /** Its name on the client, as in \`client.folders.create\`. */
  client: string
  /** Method and path, with its parameters as in \`:projectId\`. */
  http: string
  /** Where the fields go that are not in the path. */
  fields?: 'query' | 'body'
  /** \`chat\`: by cursor, and opens at the newest page where it is sorted by time, ascending. */
  paging?: 'cursor' | 'chat' | 'number'
  /** \`optional\`: can be called without a credential; \`session\`: only from a browser that is signed in. */
  credential?: 'optional' | 'session'
}

export const operations = {
${lines.join('\n')}
} as const satisfies Record<string, OperationInfo>

export type OperationName = keyof typeof operations
`
}

function records(all: Described[], shared: SharedSchemas): string {
  const named = [...shared].sort(([a], [b]) => (a < b ? -1 : 1))
  const blocks = named.map(([name, schema]) => interfaceText(name, schema, description(schema)))
  for (const { name, operation, fields, resultSchema, paging } of all) {
    if (fields) {
      const doc = [`What \`client.${operation.client}\` takes.`]
      blocks.push(interfaceText(`${name}Fields`, withoutPaging(fields, paging), doc))
    }
    if (resultSchema) {
      blocks.push(
        interfaceText(`${name}Result`, resultSchema, [`What \`client.${operation.client}\` answers with.`]),
      )
    }
  }
  return `${header}\n${blocks.join('\n')}`
}

/** Which page is asked for is not a filter: \`.page()\` takes it. */
function withoutPaging(fields: JsonSchema, paging: Paging | undefined): JsonSchema {
  const pageFields = paging === undefined ? [] : paging === 'number' ? ['page'] : ['next', 'prev']
  const properties = Object.entries(fields.properties ?? {}).filter(([name]) => !pageFields.includes(name))
  return { ...fields, properties: Object.fromEntries(properties) }
}

function description(schema: JsonSchema): string[] {
  return schema.description ? [schema.description] : []
}

function interfaceText(name: string, schema: JsonSchema, doc: string[]): string {
  const comment = docComment(doc, '')
  if (schema.type !== 'object' || !schema.properties)
    return `${comment}export type ${name} = ${typeText(schema)}\n`
  if (Object.keys(schema.properties).length === 0)
    return `${comment}export type ${name} = Record<never, never>\n`
  return `${comment}export interface ${name} {\n${fieldLines(schema, '  ')}\n}\n`
}

function resources(all: Described[]): string {
  const groups = Map.groupBy(all, ({ operation }) => operation.client.split('.').slice(0, -1).join('.'))
  const interfaces = [...groups]
    .filter(([resource]) => resource !== '')
    .map(([resource, members]) => {
      const methods = members.map((member) => method(member, '  '))
      return `export interface ${interfaceName(resource)} {\n${methods.join('\n\n')}\n}\n`
    })
  const properties = [...groups.keys()].filter((resource) => resource !== '')
  const own = (groups.get('') ?? []).map((member) => method(member, '  '))
  const used = usedRecords(all)
  return `${header}import type { CallOptions } from '../options.ts'
import type { CursorList, CursorPage, CursorQuery, NumberedList, NumberedPage } from '../lists.ts'
import type {
${used.map((name) => `  ${name},`).join('\n')}
} from './records.ts'

${interfaces.join('\n')}
/** Everything that the client has a method for, by resource. */
export interface Resources {
${properties.map((name) => `  readonly ${name}: ${interfaceName(name)}`).join('\n')}

${own.join('\n\n')}
}

/** What \`client.call\` takes and answers with, by the name of the operation. */
export interface Calls {
${all.map(callLine).join('\n')}
}
`
}

function usedRecords(all: Described[]): string[] {
  const names = all.flatMap(({ fields, name, result }) => [
    ...(fields ? [`${name}Fields`] : []),
    ...(result.match(/\b[A-Z]\w+\b/g) ?? []).filter((word) => word !== 'Record'),
  ])
  return [...new Set(names)].sort()
}

function interfaceName(resource: string): string {
  return `${resource[0]!.toUpperCase()}${resource.slice(1)}Methods`
}

function method(described: Described, indent: string): string {
  const { operation, pathKeys, fields, name, paging, result } = described
  const needed = fields?.required !== undefined
  const parameters = pathKeys.map((key) => `${key}: string`)
  if (fields) parameters.push(`fields${needed ? '' : '?'}: ${name}Fields`)
  parameters.push('options?: CallOptions')
  const answer =
    paging === undefined
      ? `Promise<${result}>`
      : paging === 'number'
        ? `NumberedList<${result}>`
        : `CursorList<${result}>`
  const verb = operation.client.split('.').at(-1)!
  return `${docComment(methodDoc(described), indent)}${indent}${verb}(${parameters.join(', ')}): ${answer}`
}

function methodDoc({ operation, method, path, paging }: Described): string[] {
  const { summary, scope, roles, workspaceRole, tier, credential } = operation
  const access =
    scope !== null
      ? `Scope \`${scope}\``
      : credential === 'session'
        ? 'A browser session only'
        : credential === 'optional'
          ? 'Any credential, or none'
          : 'Any credential'
  const who = []
  if (roles && roles.length < projectRoles.length)
    who.push(`roles ${roles.map((role) => `\`${role}\``).join(', ')}`)
  if (roles && roles.length === projectRoles.length) who.push('any project role')
  if (workspaceRole) who.push(`workspace role \`${workspaceRole}\` or above`)
  const limit = `rate limit ${tier === 'default' ? 'default' : `tier ${tier}`}`
  const lines = [summary, '']
  if (paging === 'chat')
    lines.push('Sorted by time, ascending, it goes from the newest to the oldest, like a chat.', '')
  lines.push(`${[access, ...who, limit].join('; ')}.`, `\`${method} ${path}\``)
  return lines
}

function callLine({ operation, pathKeys, fields, name, paging, result }: Described): string {
  const parts = []
  if (pathKeys.length > 0) parts.push(`{ ${pathKeys.map((key) => `${key}: string`).join('; ')} }`)
  if (fields) parts.push(`${name}Fields`)
  if (paging === 'number') parts.push('{ page?: number | undefined }')
  else if (paging) parts.push('CursorQuery')
  const input = parts.length > 0 ? parts.join(' & ') : 'Record<never, never>'
  const output =
    paging === undefined ? result : `${paging === 'number' ? 'NumberedPage' : 'CursorPage'}<${result}>`
  return `  ${operation.name}: { input: ${input}; output: ${output} }`
}

function catalogue(): string {
  const codes = Object.keys(errorCodes).map((code) => `  | '${code}'`)
  const types = Object.entries(eventTypes).map(
    ([type, text]) => `${docComment([text], '  ')}  '${type}': true`,
  )
  return `${header}
export const version = '${manifest.version}'

/** The stable key of each error that the server answers with. */
export type ErrorCode =
${codes.join('\n')}

/** What can happen, by name. */
export interface EventTypes {
${types.join('\n')}
}

export type EventType = keyof EventTypes
`
}
