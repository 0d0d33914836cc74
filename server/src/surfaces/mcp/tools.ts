// Operations → tools, as tools/list shows them. The list is the same for every caller: see docs/decisions/0021-mcp.md.
import type { Tool, ToolAnnotations } from '@modelcontextprotocol/server'
import { isRead, methodAndPath, type Operation } from '../../core/operation.ts'
import { answerSchema, type JsonSchema, type SharedSchemas, toJsonSchema } from '../json-schemas.ts'

/** Sorted by name, so that the order does not depend on the order of the code. */
export function toolsOf(operations: readonly Operation[]): Tool[] {
  return operations
    .filter(({ tool }) => tool !== undefined)
    .sort((a, b) => (a.tool! < b.tool! ? -1 : 1))
    .map(toolOf)
}

function toolOf(operation: Operation): Tool {
  const { tool, summary, toolUse } = operation
  const shared: SharedSchemas = new Map()
  const input = withoutDeprecated(toJsonSchema(operation.input, 'input', shared))
  const output = answerSchema(operation, shared) ?? done
  return {
    name: tool!,
    title: titleOf(tool!),
    description: toolUse === undefined ? summary : `${summary} ${toolUse}`,
    inputSchema: portable(input, shared) as Tool['inputSchema'],
    outputSchema: portable(output, shared) as NonNullable<Tool['outputSchema']>,
    annotations: hintsOf(operation),
  }
}

/** Deprecated fields are accepted for existing programs, but models should not learn them. */
function withoutDeprecated(input: JsonSchema): JsonSchema {
  const fields = Object.entries(input.properties ?? {}).filter(([, field]) => field.deprecated !== true)
  return { ...input, properties: Object.fromEntries(fields) }
}

/** The result of an operation without a body: a tool with an output schema must return something. */
const done: JsonSchema = {
  type: 'object',
  properties: { ok: { const: true, type: 'boolean', description: 'The operation succeeded.' } },
  required: ['ok'],
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

/** `get_file_download_url` is “Get file download URL”. */
function titleOf(tool: string): string {
  if (tool === 'whoami') return 'Who am I'
  const words = tool.replaceAll('_', ' ').replace(/\burl\b/, 'URL')
  return words[0]!.toUpperCase() + words.slice(1)
}

const reference = '#/components/schemas/'

/**
 * Without references and with a single type per schema: many clients pass the schema to a model unchanged, or translate it
 * into a dialect that has neither.
 */
function portable(schema: unknown, shared: SharedSchemas): unknown {
  if (Array.isArray(schema)) return schema.map((inner) => portable(inner, shared))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref, ...rest } = schema as JsonSchema
  const named = typeof $ref === 'string' ? shared.get($ref.slice(reference.length)) : undefined
  const entries = Object.entries(oneType({ ...named, ...rest }))
  return Object.fromEntries(entries.map(([key, inner]) => [key, portable(inner, shared)]))
}

function oneType(schema: JsonSchema): JsonSchema {
  const { type, description, default: standard, ...constraints } = schema
  if (!Array.isArray(type)) return schema
  return {
    ...(description === undefined ? {} : { description }),
    ...(standard === undefined ? {} : { default: standard }),
    anyOf: type.map((name) => (name === 'null' ? { type: name } : { type: name, ...constraints })),
  }
}
