// The responses of operations in OpenAPI: success in its envelope, and one Problem for every error.
import { type ErrorCode, errorCodes, maxErrors } from '../../core/errors.ts'
import { methodAndPath, type Operation } from '../../core/operation.ts'
import { answerSchema, type JsonSchema, type SharedSchemas } from '../json-schemas.ts'

type Reference = { $ref: string }
type Response = { description: string; headers: Record<string, Reference>; content?: object }

// 409 differs between operations and is written out in each.
const sharedResponses: Record<number, string> = {
  400: 'InvalidRequest',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  408: 'RequestTimeout',
  412: 'PreconditionFailed',
  413: 'BodyTooLarge',
  415: 'UnsupportedMediaType',
  422: 'IdempotencyKeyReused',
  429: 'RateLimited',
  431: 'HeadersTooLarge',
  500: 'Internal',
  503: 'Unavailable',
  507: 'DiskFull',
}

/** The 409 codes of an operation: from its constraints, its handler, and Idempotency-Key. */
export function conflictCodes(operation: Operation): ErrorCode[] {
  const named = Object.values(operation.violations ?? {}).filter((violation) => typeof violation === 'string')
  const codes = [...named, ...(operation.conflicts ?? [])].filter((code) => errorCodes[code][0] === 409)
  if (methodAndPath(operation).method === 'POST') codes.push('idempotency_in_progress')
  return [...new Set(codes)]
}

export function responses(operation: Operation, statuses: readonly number[], shared: SharedSchemas) {
  const [success] = operation.output
  const entries = statuses.map((status) => {
    if (status === success) return [status, successResponse(operation, shared)]
    if (status === 409) return [status, problemResponse(status, conflictCodes(operation))]
    return [status, { $ref: `#/components/responses/${sharedResponses[status]}` }]
  })
  return Object.fromEntries(entries)
}

const successDescriptions = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted. The work continues in the background.',
  204: 'Done.',
}

function successResponse(operation: Operation, shared: SharedSchemas): Response {
  const schema = answerSchema(operation, shared)
  const headers = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit']
  if (operation.revision) headers.push('ETag')
  if (methodAndPath(operation).method === 'POST') headers.push('Idempotent-Replayed')
  return {
    description: successDescriptions[operation.output[0] as keyof typeof successDescriptions],
    headers: headerReferences(headers),
    ...(schema ? { content: { 'application/json': { schema } } } : {}),
  }
}

export function responseComponents(): Record<string, Response> {
  const codes = Object.keys(errorCodes) as ErrorCode[]
  return Object.fromEntries(
    Object.entries(sharedResponses).map(([status, name]) => {
      const known = codes.filter((code) => errorCodes[code][0] === Number(status))
      return [name, problemResponse(Number(status), known)]
    }),
  )
}

function problemResponse(status: number, codes: ErrorCode[]): Response {
  const headers = ['X-Request-Id']
  // These may be sent before the rate limit is checked.
  if (![401, 408, 431, 500, 503, 507].includes(status)) headers.push('RateLimit-Policy', 'RateLimit')
  if ([401, 403].includes(status)) headers.push('WWW-Authenticate')
  if ([429, 503, 507].includes(status) || codes.includes('idempotency_in_progress'))
    headers.push('Retry-After')
  const problem = { schema: { $ref: '#/components/schemas/Problem' } }
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCodes[code][1]}`).join('\n\n'),
    headers: headerReferences(headers),
    content: { 'application/json': problem, 'application/problem+json': problem },
  }
}

function headerReferences(names: string[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const text: JsonSchema = { type: 'string' }

export const headerComponents = {
  'X-Request-Id': {
    description:
      'Identifies the request in the logs. The id that the client sent in this header, if it sent one.',
    schema: text,
  },
  'RateLimit-Policy': {
    description: 'The quota of this operation for this credential: calls per window of seconds.',
    schema: text,
    example: '"tier3";q=50;w=60',
  },
  RateLimit: {
    description: 'Calls left in the quota, and the seconds until it is full again.',
    schema: text,
    example: '"tier3";r=49;t=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 0 },
  },
  'WWW-Authenticate': { description: 'What is missing: a credential or a scope.', schema: text },
  ETag: { description: 'The revision of the record, for `If-Match`.', schema: text, example: '"3"' },
  'Idempotent-Replayed': {
    description: 'The response is that of the first request with this Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
}

export const problemSchemas: Record<string, JsonSchema> = {
  Problem: {
    type: 'object',
    description: 'The body of every error, a valid RFC 9457 problem. Programs should rely on `code`.',
    properties: {
      status: { type: 'integer', description: 'The HTTP status.' },
      code: { ...text, description: 'The stable key of the error, such as `not_found`.' },
      message: {
        ...text,
        description:
          'What is wrong and what to do, for people. For invalid fields, it names the first one and how many more there are.',
      },
      authenticated: {
        type: 'boolean',
        description:
          'Whether the credential of the request was accepted. False without a credential, with an invalid one, and when the request was refused before its credential was read.',
      },
      requestId: {
        ...text,
        description: 'The id of the request in the logs. Quote it when you ask for help.',
      },
      type: { ...text, format: 'uri', description: 'The documentation of the code.' },
      errors: {
        type: 'array',
        description:
          'All invalid fields, at most 100; `message` counts all of them. Empty when no field is invalid.',
        maxItems: maxErrors,
        items: { $ref: '#/components/schemas/FieldError' },
      },
    },
    required: ['status', 'code', 'message', 'authenticated', 'requestId', 'type', 'errors'],
  },
  FieldError: {
    type: 'object',
    properties: {
      path: { ...text, description: 'JSON pointer to the field.' },
      code: { ...text, description: 'The kind of error, such as `too_big`.' },
      message: { ...text, description: 'What is wrong with the field, for people.' },
    },
    required: ['path', 'code', 'message'],
  },
}
