// sdk/src/generated: the types and methods of the SDK, from the list of operations.
import { readFileSync } from 'node:fs'
import manifest from '../../sdk/package.json' with { type: 'json' }
import { projectRoles } from '../../server/src/core/access.ts'
import { errorCodes } from '../../server/src/core/errors.ts'
import { methodAndPath, type Operation } from '../../server/src/core/operation.ts'
import {
  inputParts,
  type JsonSchema,
  type SharedSchemas,
  toJsonSchema,
} from '../../server/src/surfaces/json-schemas.ts'
import { signalSchemas } from '../../server/src/surfaces/openapi/event-stream.ts'
import { eventRecords, eventsFile } from './generate-sdk-events.ts'
import { findUnions, nameUnions, type Unions } from './named-unions.ts'
import { docComment, fieldLines, typeText } from './schema-to-typescript.ts'

const header = '// Made by `npm run generate` from the list of operations.\n'

/** Maps each path, relative to the root of the repository, to its content. */
export function sdkFiles(operations: Operation[]): Map<string, string> {
  const { described, shared } = describeAll(operations)
  return new Map([
    ['sdk/src/generated/operations.ts', operationTable(described)],
    ['sdk/src/generated/records.ts', records(described, shared)],
    ['sdk/src/generated/events.ts', eventsFile()],
    ['sdk/src/generated/resources.ts', resources(described)],
    ['sdk/src/generated/catalogue.ts', catalogue()],
    ['sdk/src/generated/mentions.ts', mentions()],
  ])
}

/** The named unions of all fields and records. */
export function sdkUnions(operations: Operation[]): Unions {
  const { described, shared } = describeAll(operations)
  return findUnions(recordTypes(described, shared))
}

function describeAll(operations: Operation[]): { described: Described[]; shared: SharedSchemas } {
  const shared: SharedSchemas = new Map()
  signalSchemas(shared)
  const described = operations
    .map((operation) => describe(operation, shared))
    .toSorted((a, b) => (a.operation.client < b.operation.client ? -1 : 1))
  return { described, shared }
}

type Paging = 'cursor' | 'chat' | 'number'

type Described = {
  operation: Operation
  method: string
  path: string
  pathKeys: string[]
  /** The fields that are not in the path; undefined when there are none. */
  fields: JsonSchema | undefined
  /** Where the fields are sent. */
  place: 'query' | 'body' | undefined
  paging: Paging | undefined
  /** The type of the result as text, or of an item where the result is a list. */
  result: string
  /** The name of the operation with a capital: the prefix of the interfaces of its fields and result. */
  name: string
  resultSchema: JsonSchema | undefined
}

function describe(operation: Operation, shared: SharedSchemas): Described {
  const { method, path, pathKeys } = methodAndPath(operation)
  const fields = inputParts(operation, shared).rest
  const name = operation.name[0]!.toUpperCase() + operation.name.slice(1)
  const output = operation.output[1]
  const schema = output && toJsonSchema('page' in output ? output.item : output, 'output', shared)
  // An object without a name becomes an interface of its own.
  const own = schema !== undefined && typeText(schema).includes('\n')
  const result = schema === undefined ? 'void' : own ? `${name}Result` : typeText(schema)
  // Optional fields of a DELETE go into the query string, as in the OpenAPI document.
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

/** Lists of comments open at the newest page, like a chat (see the API reference). */
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
  /** The method of the client, as in \`client.folders.create\`. */
  client: string
  /** Method and path, with parameters such as \`:projectId\`. */
  http: string
  /** Where fields that are not in the path are sent. */
  fields?: 'query' | 'body'
  /** \`chat\`: by cursor; a list sorted by ascending time opens at its newest page. */
  paging?: 'cursor' | 'chat' | 'number'
  /** \`optional\`: works without a credential; \`session\`: requires a signed-in browser. */
  credential?: 'optional' | 'session' | 'share'
}

export const operations = {
${lines.join('\n')}
} as const satisfies Record<string, OperationInfo>

export type OperationName = keyof typeof operations
`
}

function records(all: Described[], shared: SharedSchemas): string {
  const comments = new Map([...shared].map(([name, schema]) => [name, description(schema)]))
  for (const { name, operation } of all) {
    comments.set(`${name}Fields`, [`The fields that \`client.${operation.client}\` takes.`])
    comments.set(`${name}Result`, [`The result of \`client.${operation.client}\`.`])
  }
  const blocks = [...nameUnions(recordTypes(all, shared))].map(([name, schema]) =>
    interfaceText(name, schema, comments.get(name) ?? []),
  )
  return `${header}\nimport type { Event } from './events.ts'\n\n${blocks.join('\n')}`
}

/** The shared records by name, then the fields and results of each operation. */
function recordTypes(all: Described[], shared: SharedSchemas): Map<string, JsonSchema> {
  const named = [...shared].filter(([name]) => !eventRecords.has(name))
  const types = new Map(named.sort(([a], [b]) => (a < b ? -1 : 1)))
  for (const { name, fields, resultSchema, paging } of all) {
    if (fields) types.set(`${name}Fields`, withoutPaging(fields, paging))
    if (resultSchema) types.set(`${name}Result`, resultSchema)
  }
  return types
}

/** The page is not a filter: `.page()` takes it. */
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
  const used = usedRecords(all).filter((name) => !eventRecords.has(name))
  return `${header}import type { CallOptions } from '../options.ts'
import type { CursorList, CursorPage, CursorQuery, NumberedList, NumberedPage } from '../lists.ts'
import type { Event } from './events.ts'
import type {
${used.map((name) => `  ${name},`).join('\n')}
} from './records.ts'

${interfaces.join('\n')}
/** The methods of the client by resource. */
export interface Resources {
${properties.map((name) => `  readonly ${name}: ${interfaceName(name)}`).join('\n')}

${own.join('\n\n')}
}

/** The input and output of \`client.call\` by the name of the operation. */
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
        : credential === 'share'
          ? 'A token of a share guest only'
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
    lines.push(
      'Sorted by ascending time, the list starts at the newest page and continues to older ones, like a chat.',
      '',
    )
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

/** A module of the server that imports nothing, copied as it is. */
function mentions(): string {
  const source = readFileSync(new URL('../../server/src/records/mention.ts', import.meta.url), 'utf8')
  return `// Made by \`npm run generate\` from server/src/records/mention.ts.\n${source}`
}

function catalogue(): string {
  const codes = Object.keys(errorCodes).map((code) => `  | '${code}'`)
  return `${header}
export const version = '${manifest.version}'

/** The stable code of each error that the server returns. */
export type ErrorCode =
${codes.join('\n')}
`
}
