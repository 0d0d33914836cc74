// A tool of `defineTool`, as an entry of the catalogue.
import type { Tool } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import { invalidRequest } from '../../../core/call.ts'
import type { Operation } from '../../../core/operation.ts'
import { type SharedSchemas, toJsonSchema } from '../../json-schemas.ts'
import { brief } from './brief.ts'
import type { CatalogueTool, ToolDeclaration } from './define-tool.ts'
import { idempotencyKeySchema, notice, noticeSchema, titleOf } from './fields.ts'
import { inputSchema, outputSchema } from './schemas.ts'

/** `first` is the operation whose limit a call spends. */
export function composedTool(tool: ToolDeclaration, first: Operation): CatalogueTool {
  const { name, toolset, extra = false, reads = false, operations, also = [], output, app, readOnly } = tool
  const { scope } = operations[0]
  return {
    ...{ name, toolset, extra, reads, app },
    readOnly: readOnly && composedTool(readOnly, first),
    operation: first,
    calls: operations.map(({ http }) => http),
    scopes: [...new Set([...(scope === null ? [] : [scope]), ...also])],
    describe: () => describe(tool),
    async run(given, context) {
      const parsed = tool.input.strict().safeParse(withoutNulls(given))
      if (!parsed.success) throw invalidRequest(parsed.error.issues)
      const result = await tool.run(parsed.data, context)
      if (!('data' in result)) return result
      const data = brief(result.data) as Record<string, unknown>
      return { ...result, data: reads && output ? { notice, ...data } : data }
    },
  }
}

/** Clients that make schemas strict send null for a field that is left out. */
function withoutNulls(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
}

function describe(tool: ToolDeclaration): Tool {
  const { name, description, reads = false, destructive = false, output } = tool
  const shared: SharedSchemas = new Map()
  const input = inputSchema(toJsonSchema(tool.input, 'input', shared), shared)
  const properties = { ...input.properties, ...(reads ? {} : { idempotencyKey: idempotencyKeySchema }) }
  return {
    name,
    title: titleOf(name),
    description,
    inputSchema: { ...input, properties } as Tool['inputSchema'],
    ...(output ? { outputSchema: outputOf(output, reads, shared) } : {}),
    annotations: {
      title: titleOf(name),
      readOnlyHint: reads,
      destructiveHint: destructive,
      idempotentHint: reads,
      openWorldHint: false,
    },
  }
}

function outputOf(
  output: z.ZodType,
  reads: boolean,
  shared: SharedSchemas,
): NonNullable<Tool['outputSchema']> {
  const { properties } = outputSchema(toJsonSchema(output, 'output', shared), shared)
  const fields = { ...(reads ? { notice: noticeSchema } : {}), ...properties }
  return { type: 'object', properties: fields } as NonNullable<Tool['outputSchema']>
}
