// The list of operations as an OpenAPI 3.2 document, the first version that supports QUERY.

import type { FastifyInstance } from 'fastify'
import manifest from '../../../package.json' with { type: 'json' }
import { projectRoles } from '../../core/access.ts'
import { methodAndPath, type Operation } from '../../core/operation.ts'
import { imageOperations, withImageOperations } from '../../operations/image-operations.ts'
import { inputParts, type JsonSchema, queryParameters, type SharedSchemas } from '../json-schemas.ts'
import { describeEventStream } from './event-stream.ts'
import {
  conflictCodes,
  headerComponents,
  problemSchemas,
  responseComponents,
  responses,
} from './responses.ts'

type Method = ReturnType<typeof methodAndPath>['method']

const methodOrder: Method[] = ['GET', 'QUERY', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Sorted by path, then by method, so that the document does not depend on the order of the list. */
export function inPathOrder(operations: Operation[]): Operation[] {
  const key = (operation: Operation) => {
    const { method, path } = methodAndPath(operation)
    return `${path} ${methodOrder.indexOf(method)}`
  }
  return operations.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
}

export function openapiDocument(operations: Operation[], baseUrl: string) {
  const shared: SharedSchemas = new Map(Object.entries(problemSchemas))
  const paths: Record<string, Record<string, object>> = {}
  const sorted = inPathOrder(withImageOperations(operations))
  for (const operation of sorted) {
    for (const method of bindings(operation, operations)) {
      const path = methodAndPath(operation).path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [method.toLowerCase()]: pathItemOperation(operation, method, shared) }
    }
  }
  describeEventStream(paths, shared)
  const tags = [...new Set(sorted.map(resource))].sort()
  return {
    openapi: '3.2.0',
    $self: `${baseUrl}/openapi.json`,
    info: {
      title: 'Dailies API',
      version: manifest.version,
      summary: 'Review of media work in progress, for people, programs and agents.',
      description: conventions,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    security: [{ bearer: [] }],
    tags: tags.map((name) => ({ name, summary: words(name.split('-')) })),
    paths,
    components: {
      schemas: Object.fromEntries([...shared].sort(([a], [b]) => (a < b ? -1 : 1))),
      responses: responseComponents(),
      headers: headerComponents,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key or an OAuth access token.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: baseUrl.startsWith('https:') ? '__Host-dailies' : 'dailies',
          description: 'A signed-in browser. Changes are accepted only from pages of this server.',
        },
      },
    },
  }
}

export function registerOpenapi(app: FastifyInstance, operations: Operation[], baseUrl: string): void {
  // Made at the first request: it costs 0.2 s of CPU, which every start of the server would pay.
  let openapi: string | undefined
  app.get('/openapi.json', async (_request, reply) => {
    openapi ??= JSON.stringify(openapiDocument(operations, baseUrl))
    return reply.header('Content-Type', 'application/json; charset=utf-8').send(openapi)
  })
}

/** A cursor list can also be read with GET, unless GET on its path is an operation of its own. */
function bindings(operation: Operation, operations: Operation[]): Method[] {
  const { method, path } = methodAndPath(operation)
  if (method !== 'QUERY' || operations.some(({ http }) => http === `GET ${path}`)) return [method]
  return ['GET', 'QUERY']
}

function pathItemOperation(operation: Operation, method: Method, shared: SharedSchemas) {
  const fallback = method !== methodAndPath(operation).method
  const takesImage = imageOperations.includes(operation)
  const input = takesImage ? operation.input.omit({ image: true }) : operation.input
  const { path, rest } = inputParts({ ...operation, input }, shared)
  const inQuery = rest !== undefined && (takesImage || fieldsAreInQuery(method, rest))
  const parameters = [...path, ...(inQuery ? queryParameters(rest) : []), ...headerParameters(operation)]
  return {
    operationId: fallback ? `${operation.name}ByGet` : operation.name,
    tags: [resource(operation)],
    summary: title(operation, fallback),
    description: `${operation.summary}\n\n${accessDescription(operation, fallback)}`,
    security: security(operation),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(rest && !inQuery ? { requestBody: requestBody(rest) } : {}),
    ...(takesImage ? { requestBody: imageBody } : {}),
    responses: responses(operation, documentedStatuses(operation, method), shared),
    ...extensions(operation, fallback),
  }
}

/** A browser session has all scopes, so it is accepted wherever a token is. */
function security({ credential, scope }: Operation) {
  if (credential === 'session') return [{ session: [] }]
  const bearer = { bearer: scope === null ? [] : [scope] }
  return [...(credential === 'optional' ? [{}] : []), bearer, { session: [] }]
}

/** Optional fields of a DELETE are in the query string; required fields are in the body. */
function fieldsAreInQuery(method: Method, fields: JsonSchema): boolean {
  return method === 'GET' || (method === 'DELETE' && fields.required === undefined)
}

function requestBody(schema: JsonSchema) {
  return { required: schema.required !== undefined, content: { 'application/json': { schema } } }
}

const imageBody = {
  required: true,
  description: 'The image itself, of at most 5,000,000 bytes.',
  content: { 'image/png': {}, 'image/jpeg': {}, 'image/webp': {} },
}

function headerParameters(operation: Operation) {
  const { method } = methodAndPath(operation)
  const parameters = []
  if (method === 'POST') {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'A retry with the same key and body within 24 hours returns the first response; nothing is done twice.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    })
  }
  if (honoursIfMatch(operation)) {
    parameters.push({
      name: 'If-Match',
      in: 'header',
      description:
        'The ETag that was read: the change is made only if the record is still the same, else 412.',
      schema: { type: 'string' },
    })
  }
  return parameters
}

function honoursIfMatch(operation: Operation): boolean {
  return operation.revision === true && ['PATCH', 'PUT', 'DELETE'].includes(methodAndPath(operation).method)
}

/** Every status that the operation may answer with, except 405, which belongs to the path and not to an operation. */
export function documentedStatuses(operation: Operation, method = methodAndPath(operation).method): number[] {
  const { pathKeys } = methodAndPath(operation)
  const readsBody = method !== 'GET'
  const when: [number, boolean][] = [
    [operation.output[0], true],
    [400, true],
    [401, true],
    // An operation without a credential may refuse the secret that is sent instead.
    [403, operation.scope !== null || limitsRoles(operation) || operation.credential !== undefined],
    // The share of the credential, and what it shows, are as good as in the path.
    [404, pathKeys.length > 0 || operation.credential === 'share'],
    [408, true],
    [409, conflictCodes(operation).length > 0],
    [412, honoursIfMatch(operation)],
    [413, readsBody],
    [415, readsBody],
    [422, method === 'POST'],
    [429, true],
    [431, true],
    [500, true],
    [503, true],
    // Every write needs disk space, for files or for the database.
    [507, !['GET', 'QUERY'].includes(methodAndPath(operation).method)],
  ]
  return when.filter(([, applies]) => applies).map(([status]) => status)
}

/** Whether some members of the workspace or of the project may not call the operation. */
function limitsRoles({ roles, workspaceRole }: Operation): boolean {
  return (
    (roles?.length ?? projectRoles.length) < projectRoles.length || (workspaceRole ?? 'GUEST') !== 'GUEST'
  )
}

/** The title in lists of operations: `createApiKey` becomes "Create API key". */
function title({ name }: Operation, fallback: boolean): string {
  return words(name.split(/(?=[A-Z])/)) + (fallback ? ' (GET)' : '')
}

const spellings: Record<string, string> = { api: 'API', youtube: 'YouTube' }

function words(parts: string[]): string {
  const text = parts.map((part) => spellings[part.toLowerCase()] ?? part.toLowerCase()).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function extensions(operation: Operation, fallback: boolean) {
  const { scope, roles, workspaceRole, tier, tool } = operation
  return {
    'x-scope': scope,
    ...(roles ? { 'x-roles': roles } : {}),
    ...(workspaceRole ? { 'x-workspace-role': workspaceRole } : {}),
    'x-tier': tier,
    ...(tool && !fallback ? { 'x-tool': tool } : {}),
    ...(fallback ? { 'x-fallback-for': operation.name } : {}),
    ...operation.extensions,
  }
}

function accessDescription(operation: Operation, fallback: boolean): string {
  const { scope, roles, workspaceRole, tier, tool, credential } = operation
  const { method } = methodAndPath(operation)
  const lines = []
  if (fallback) lines.push(`For clients that cannot send QUERY. Otherwise the same as \`${operation.name}\`.`)
  else if (method === 'QUERY') {
    lines.push(
      'Clients that cannot send QUERY can send GET with the fields in the query string, or POST with `X-HTTP-Method-Override: QUERY`.',
    )
  }
  if (scope !== null)
    lines.push(credential === 'optional' ? `Scope: \`${scope}\`, or no credential.` : `Scope: \`${scope}\`.`)
  else if (credential === 'session') lines.push('A browser session only.')
  else lines.push(credential === 'optional' ? 'Any credential, or none.' : 'Any credential.')
  if (roles) lines.push(`Project roles: ${roles.map((role) => `\`${role}\``).join(', ')}.`)
  if (workspaceRole) lines.push(`Workspace role: \`${workspaceRole}\` or above.`)
  lines.push(`Rate limit: ${tier === 'default' ? 'default' : `tier ${tier}`}.`)
  if (tool && !fallback) lines.push(`Tool: \`${tool}\`.`)
  return lines.join('\n\n')
}

/** The resource of an operation is the last collection in its path: `projects` for `/api/projects/:id/delete`. */
function resource(operation: Operation): string {
  const names = methodAndPath(operation)
    .path.split('/')
    .slice(2)
    .map((name) => name.split('.')[0]!)
  const collections = names.filter((name) => /[^su]s$/.test(name))
  return (collections.at(-1) ?? names[0]!).replace(/^project-/, '')
}

const conventions = `
Responses with content are \`{"data": …}\`; paginated lists add \`"page"\`. Unknown fields in a request are refused.
Times are UTC, \`YYYY-MM-DD HH:MM:SS.ffffff\`.

Every error has the same body, the Problem. A method that a path does not support returns 405 with \`Allow\`.
A resource that does not exist and a resource that the caller may not see return the same 404.

Lists that use QUERY are paginated with cursors: send \`page.next\` as \`next\`, or \`page.prev\` as \`prev\`, with the same filters.
Cursors are opaque; send them back unchanged.
`.trim()
