// A tool is a value: what an agent can ask for in one call. It calls operations as its caller would, so scopes, roles,
// limits and rules are those of the API; a tool holds none of its own.
import type { ContentBlock, InputRequiredResult, ServerContext, Tool } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { Caller, Scope } from '../../../core/access.ts'
import type { Operation, Output, Result } from '../../../core/operation.ts'
import type { PageOutput } from '../../../core/pages.ts'
import type { SecretBox } from '../../../core/secret-box.ts'
import type { FileWaits } from '../file-waits.ts'

/** The groups that the address of the server or a header can narrow the tools to. */
export const toolsets = ['review', 'generate', 'manage'] as const
export type Toolset = (typeof toolsets)[number]

/** The part of an operation's declaration that a tool needs to call it. */
export type Callable = { http: string; input: z.ZodObject; output: Output; scope: Scope | null }

/** The body of a successful answer: `{ data }`, `{ data, page }`, or nothing. */
export type Body<O> = O extends readonly [204]
  ? undefined
  : O extends readonly [200, PageOutput<z.ZodType>]
    ? Result<O>
    : { data: Result<O> }

export type ToolContext = {
  /** Runs an operation as the caller. A writing one gets the idempotency key of the tool call. */
  call<O extends Callable>(operation: O, input: z.input<O['input']>): Promise<Body<O['output']>>
  /** The same as the person's own act, and not an agent's. Only for tools of the review card. */
  callAsPerson: ToolContext['call']
  /** Whether the credential holds a scope, for parts of a result that are left out without it. */
  may(scope: Scope): boolean
  caller: Caller
  /** Whether the address of the server allows no changes. */
  readOnly: boolean
  secrets: SecretBox
  /** The address of the app. */
  origin: string
  /** Waits for changes of files. */
  waits: FileWaits
  /** The request as the SDK sees it: its signal, notifications such as progress, and questions to the person. */
  mcp: ServerContext
}

export type ToolResult<Data> =
  /** An object with the declared output. Hosts do not pass `meta` on to models. */
  | { data: Data; meta?: Record<string, unknown> }
  /** Text and images, for a tool without a declared output. */
  | { content: ContentBlock[] }
  /** A question to the person; the client calls again with the answer. */
  | InputRequiredResult

export type ToolDeclaration<
  Input extends z.ZodObject = z.ZodObject,
  Data extends z.ZodObject | undefined = z.ZodObject | undefined,
> = {
  name: string
  toolset: Toolset
  /** Not in the list that clients get when they ask for no toolset. */
  extra?: true
  /** `opens`: hosts show the review card with its result. `only`: hosts offer it to the card, and to no model. */
  app?: 'opens' | 'only'
  /** Says what the tool does and when to use it, in at most 300 characters. */
  description: string
  /** A field is required or optional: never null, and no union, because many models and clients know neither. */
  input: Input
  /** Undefined for a tool that returns text and images. */
  output?: Data
  /** Every operation that the tool may call. The call needs the scope of the first one, and spends its limit. */
  operations: readonly [Callable, ...Callable[]]
  /** Scopes that it cannot do without, besides that of the first operation. */
  also?: readonly Scope[]
  /** It changes nothing. */
  reads?: true
  /** For a tool that changes something: the part of it that does not, under the same name, where changes are not allowed. */
  readOnly?: ToolDeclaration
  /** It replaces or deletes what was there. */
  destructive?: true
  run(
    input: z.output<Input>,
    context: ToolContext,
  ): Promise<ToolResult<Data extends z.ZodObject ? z.input<Data> : never>>
}

/** The identity function, with types. */
export function defineTool<Input extends z.ZodObject, Data extends z.ZodObject | undefined = undefined>(
  tool: ToolDeclaration<Input, Data>,
): ToolDeclaration<Input, Data> {
  return tool
}

/** A tool as the surface lists and calls it. */
export type CatalogueTool = {
  name: string
  toolset: Toolset
  /** Not in the list that clients get when they ask for no toolset. */
  extra: boolean
  reads: boolean
  /** Takes the place of this tool where changes are not allowed. */
  readOnly: CatalogueTool | undefined
  app: ToolDeclaration['app'] | undefined
  /** The operation whose limit a call spends, and which logs and metrics name. */
  operation: Operation
  /** The routes of all operations that it may call. */
  calls: readonly string[]
  /** All of them are needed. */
  scopes: readonly Scope[]
  describe(): Tool
  run(input: Record<string, unknown>, context: ToolContext): Promise<ToolResult<Record<string, unknown>>>
}
