// A tool that is one operation, with the operation's input and the operation's answer.
import type { Tool, ToolAnnotations } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Scope } from '../../../core/access.ts'
import { isList, isRead, methodAndPath, type Operation } from '../../../core/operation.ts'
import { type Place, webAddress } from '../../../records/web-address.ts'
import { answerSchema, type JsonSchema, type SharedSchemas, toJsonSchema } from '../../json-schemas.ts'
import { briefRecord } from './brief.ts'
import type { CatalogueTool, Toolset } from './define-tool.ts'
import { detailField, idempotencyKeySchema, limitField, notice, noticeSchema, titleOf } from './fields.ts'
import { inputSchema, outputSchema, withoutHeaders } from './schemas.ts'

export type OperationToolOptions = {
  toolset: Toolset
  /** Not in the list that clients get when they ask for no toolset. */
  extra?: true
  /** Where that of the operation is not for agents. */
  description?: string
  /** The place of what it made in the app, by the fields of the input and the answer. */
  place?: (fields: Record<string, string>) => Partial<Place>
  /** Fields that are accepted, but not offered: they cost more tokens than agents have use for. */
  hidden?: readonly string[]
  /** Descriptions for agents, where those of the API name other things, by the path of the field. */
  texts?: Readonly<Record<string, string>>
}

type Fields = Record<string, unknown>

export function operationTool(operation: Operation, options: OperationToolOptions): CatalogueTool {
  const foreign = carriesForeignText(operation)
  const list = isList(operation)
  return {
    name: operation.tool!,
    toolset: options.toolset,
    extra: options.extra ?? false,
    reads: isRead(operation),
    readOnly: undefined,
    app: undefined,
    operation,
    calls: [operation.http],
    scopes: operation.scope === null ? [] : [operation.scope],
    describe: () => describe(operation, options),
    async run(given, { call, origin }) {
      const { limit, detail, input } = splitFields(operation, given)
      const body = ((await call(operation, input)) ?? { ok: true }) as Fields
      const shown = limited(list && detail !== 'full' ? { data: [], ...briefRecord(body) } : body, limit)
      const url = options.place && urlOf(origin, options.place, input, body)
      return { data: { ...(foreign ? { notice } : {}), ...shown, ...(url ? { url } : {}) } }
    },
  }
}

function urlOf(
  origin: string,
  place: NonNullable<OperationToolOptions['place']>,
  input: Fields,
  body: Fields,
) {
  const fields = { ...input, ...(body.data as Fields) } as Record<string, string>
  return webAddress(origin, {
    projectId: null,
    fileId: null,
    versionId: null,
    commentId: null,
    ...place(fields),
  })
}

const ReadFields = z.object({ limit: limitField, detail: detailField })

/** The fields that tools add to those of the operation. A wrong value is left to the operation, which refuses it. */
function splitFields(operation: Operation, given: Fields) {
  const { limit, detail, ...input } = given
  const added = ReadFields.safeParse({ limit: limit ?? undefined, detail: detail ?? undefined })
  if (!isList(operation) || !added.success) return { input: forOperation(operation, given) }
  return { ...added.data, input: forOperation(operation, input) }
}

/**
 * An optional field is left out or, by clients that make schemas strict, null. Where the operation needs a null, it gets
 * one; where it knows none, the field is left out. `metadata` may be a list of pairs, because strict schemas know no maps.
 */
function forOperation(operation: Operation, given: Fields): Fields {
  const input = { ...given }
  for (const [key, field] of Object.entries(operation.input.shape as Record<string, z.ZodType>)) {
    const takesNull = () => field.safeParse(null).success
    if (input[key] === null && !takesNull()) delete input[key]
    if (input[key] === undefined && !field.safeParse(undefined).success && takesNull()) input[key] = null
  }
  const { metadata } = input
  if (Array.isArray(metadata))
    input.metadata = Object.fromEntries(metadata.map((pair) => [String(pair?.name), pair?.value]))
  return input
}

/** A page that `limit` cuts has no cursors: they lead past what was cut. */
function limited(body: Fields, limit: number | undefined): Fields {
  const { data, page, ...rest } = body
  if (limit === undefined || !Array.isArray(data) || data.length <= limit) return body
  return { data: data.slice(0, limit), ...rest, more: data.length - limit }
}

/**
 * Whether the result may contain text of users: everything that is read from projects or about people may. Skills are
 * instructions by intent; the list of models is part of the server.
 */
function carriesForeignText(operation: Operation): boolean {
  const { scope } = operation
  return isRead(operation) && scope !== null && !trusted.includes(scope)
}

const trusted: readonly Scope[] = ['skills:read', 'ai:generate']

function describe(operation: Operation, options: OperationToolOptions): Tool {
  const { hidden = [], texts = {} } = options
  const { tool, summary, toolUse } = operation
  const shared: SharedSchemas = new Map()
  const input = inputSchema(toJsonSchema(operation.input, 'input', shared), shared)
  const fields = { ...input.properties, ...addedFields(operation) }
  if (fields.metadata) fields.metadata = pairs(fields.metadata)
  const shown = { ...input, properties: fields }
  for (const path of hidden) remove(shown, path.split('.'))
  for (const [path, text] of Object.entries(texts)) fieldAt(shown, path.split('.')).description = text
  return {
    name: tool!,
    title: titleOf(tool!),
    description: withoutHeaders(options.description ?? [summary, toolUse].filter(Boolean).join(' ')),
    inputSchema: shown as Tool['inputSchema'],
    outputSchema: outputOf(operation, shared, options.place !== undefined) as NonNullable<
      Tool['outputSchema']
    >,
    annotations: hintsOf(operation),
  }
}

function addedFields(operation: Operation): Record<string, JsonSchema> {
  if (!isRead(operation)) return { idempotencyKey: idempotencyKeySchema }
  if (!isList(operation)) return {}
  const { properties = {} } = inputSchema(toJsonSchema(ReadFields, 'input', new Map()), new Map())
  const { limit, detail } = properties as { limit: JsonSchema; detail: JsonSchema }
  return { limit, detail }
}

function outputOf(operation: Operation, shared: SharedSchemas, placed: boolean): JsonSchema {
  const answer = answerSchema(operation, shared)
  const { properties } = answer ? outputSchema(answer, shared) : done
  const fields = {
    ...(carriesForeignText(operation) ? { notice: noticeSchema } : {}),
    ...properties,
    ...(placed ? { url: { type: 'string', description: 'Opens it in the app.' } } : {}),
    ...(isList(operation)
      ? { more: { type: 'integer', description: 'How many items `limit` left out.' } }
      : {}),
  }
  return { type: 'object', properties: fields }
}

/** The result of an operation without a body: a tool with an output schema must return something. */
const done: JsonSchema = {
  properties: { ok: { type: 'boolean', description: 'The operation succeeded.' } },
}

function pairs({ description }: JsonSchema): JsonSchema {
  const text = { type: 'string' }
  const items = {
    type: 'object',
    properties: { name: text, value: text },
    required: ['name', 'value'],
    additionalProperties: false,
  }
  return { type: 'array', items, ...(description === undefined ? {} : { description }) }
}

function fieldAt(schema: JsonSchema, [key, ...rest]: string[]): JsonSchema {
  const { properties } = schema.properties ? schema : ((schema.items ?? {}) as JsonSchema)
  const field = properties?.[key!]
  if (!field) throw new Error(`the tool has no field ${key}`)
  return rest.length === 0 ? field : fieldAt(field, rest)
}

function remove(schema: JsonSchema, path: string[]): void {
  const parent = path.length === 1 ? schema : fieldAt(schema, path.slice(0, -1))
  const { properties } = parent.properties ? parent : (parent.items as JsonSchema)
  delete properties![path.at(-1)!]
}

function hintsOf(operation: Operation): ToolAnnotations {
  const { method } = methodAndPath(operation)
  const reads = isRead(operation)
  return {
    title: titleOf(operation.tool!),
    readOnlyHint: reads,
    // These methods replace or delete data; a POST only adds.
    destructiveHint: method === 'DELETE' || method === 'PATCH' || method === 'PUT',
    idempotentHint: method !== 'POST',
    // Generation sends the prompt to a model of a third party; everything else stays in the workspace.
    openWorldHint: !reads && operation.scope === 'ai:generate',
  }
}
