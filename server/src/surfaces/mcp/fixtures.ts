import type { McpServer } from '@modelcontextprotocol/server'
import type { Answers } from './answers.ts'
import type { ToolDeclaration } from './tools/define-tool.ts'

/** Tests mount these beside the product, behind the same route: tools, and handlers of prompts and resources. */
export type McpFixtures = {
  // biome-ignore lint/suspicious/noExplicitAny: inputs and results differ per tool; each parses its own.
  tools: readonly ToolDeclaration<any, any>[]
  attach(mcp: McpServer, asking: { answers: Answers; credentialId: string }): void
}
