// Rules for declarations beyond their types. Each audit returns a list of violations.
import { z } from 'zod'
import { projectRoles, scopes } from '../../../src/core/access.ts'
import { errorCodes } from '../../../src/core/errors.ts'
import { methodAndPath, type Operation } from '../../../src/core/operation.ts'

type JsonSchema = {
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  pattern?: string
  maxLength?: number
  maxItems?: number
  maxProperties?: number
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  additionalProperties?: unknown
  propertyNames?: JsonSchema
}

export const audits: Record<string, (operation: Operation) => string[]> = {
  'roles go with a project': ({ roles, project, joinsAccess }) => [
    ...complain((roles === undefined) !== (project === undefined), 'declares only one of roles and project'),
    ...complain(joinsAccess === true && project === undefined, 'joins access without a project'),
    ...complain(roles?.length === 0, 'lets no role call it'),
    // Roles are listed from the most powerful to the least, so that tables and documents read alike.
    ...complain(
      roles?.some((role, i) => projectRoles.indexOf(role) <= projectRoles.indexOf(roles[i - 1]!)),
      'lists roles twice or out of order',
    ),
  ],

  'the scope is one of the reference': ({ scope }) =>
    complain(scope !== null && !scopes.includes(scope), `has the unknown scope ${scope}`),

  'what the path names is in the input, and the project among it': (operation) => {
    const { pathKeys } = methodAndPath(operation)
    const fields = Object.keys(operation.input.shape)
    return [
      ...pathKeys.filter((key) => !fields.includes(key)).map((key) => `has no input field ${key}`),
      ...complain(
        operation.project && !pathKeys.includes(operation.project),
        'its project is not in the path',
      ),
    ]
  },

  'inputs refuse unknown fields': (operation) =>
    objectsOf(inputSchema(operation))
      .filter(([, { additionalProperties }]) => additionalProperties === undefined)
      .map(([path]) => `is not strict at ${path || 'the top'}: use z.strictObject`),

  'every text, list and map of an input has a maximum': (operation) =>
    unbounded(inputSchema(operation), '').filter(
      // The browser creates this credential, so only the limits of the whole body apply to its content.
      (found) => !(operation.name === 'createPasskey' && found === 'takes anything at /response/*'),
    ),

  'every input field is described': (operation) =>
    objectsOf(inputSchema(operation)).flatMap(([path, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([, field]) => !isDescribed(field))
        .map(([name]) => `does not describe ${path}${name}`),
    ),

  'the summary is one or two short sentences': ({ summary }) => [
    ...complain(!/^[A-Z].*\.$/.test(summary), 'has a summary that is not a sentence with a period'),
    ...complain(summary.length > 300, 'has a summary of more than 300 characters'),
  ],

  'a tool is named in snake_case': ({ tool }) =>
    complain(tool !== undefined && !/^[a-z]+(_[a-z]+)*$/.test(tool), `has the tool name ${tool}`),

  'conflicts are 409s': ({ conflicts = [] }) =>
    conflicts
      .filter((code) => errorCodes[code][0] !== 409)
      .map((code) => `lists ${code}, which is not a 409, as a conflict`),
}

function complain(wrong: unknown, complaint: string): string[] {
  return wrong ? [complaint] : []
}

function inputSchema(operation: Operation): JsonSchema {
  return z.toJSONSchema(operation.input, { io: 'input' }) as JsonSchema
}

/** Every object in a schema with its dotted path. */
function objectsOf(schema: JsonSchema, path = ''): [string, JsonSchema][] {
  const inner = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]
  return [
    ...(schema.properties ? [[path, schema] as [string, JsonSchema]] : []),
    ...inner.flatMap((option) => objectsOf(option, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
      objectsOf(field, `${path}${name}.`),
    ),
  ]
}

/** The cost of a request depends on its size, so each part must have a maximum. */
export function unbounded(schema: JsonSchema, path: string): string[] {
  const { anyOf = [], properties = {}, items, additionalProperties, propertyNames } = schema
  const type = [schema.type ?? []].flat().find((name) => name !== 'null')
  const fixed = schema.enum !== undefined || schema.const !== undefined || anyOf.length > 0
  const map = type === 'object' && typeof additionalProperties === 'object' && additionalProperties !== null
  return [
    ...complain(type === undefined && schema.type === undefined && !fixed, `takes anything at ${path}`),
    ...complain(
      type === 'string' && !fixed && !isBoundedText(schema),
      `has a text without maximum at ${path}`,
    ),
    ...complain(type === 'array' && schema.maxItems === undefined, `has a list without maximum at ${path}`),
    ...complain(map && schema.maxProperties === undefined, `has a map without maximum at ${path}`),
    ...anyOf.flatMap((option) => unbounded(option, path)),
    ...Object.entries(properties).flatMap(([name, field]) => unbounded(field, `${path}/${name}`)),
    ...(items ? unbounded(items, `${path}/*`) : []),
    ...(map ? unbounded(additionalProperties as JsonSchema, `${path}/*`) : []),
    ...(map && propertyNames ? unbounded(propertyNames, `${path}/(names)`) : []),
  ]
}

function isBoundedText({ maxLength, pattern }: JsonSchema): boolean {
  return maxLength !== undefined || (pattern !== undefined && !/[*+]|,\}/.test(pattern))
}

/** An object needs no description if each of its fields has one. */
function isDescribed({ description, properties, anyOf = [] }: JsonSchema): boolean {
  return Boolean(description) || properties !== undefined || anyOf.some(isDescribed)
}
