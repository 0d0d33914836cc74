// Tasks: a generation that the client follows by asking for its state, in the forms of both protocols. A task is a file that
// is being generated. Its id is signed for the credential, so that nothing is stored, and no other credential can use it.
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  isInputRequiredResult,
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  RELATED_TASK_META_KEY,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Caller } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import type { CursorSigner } from '../../core/pages.ts'
import { cancelGeneration, getFile, getInbox } from '../../operations/index.ts'
import type { MethodNeed } from './method-need.ts'
import { invalid } from './names.ts'
import type { ToolContext } from './tools/define-tool.ts'
import { type FileRecord, resultOf, untilEnded } from './tools/wait-for-file.ts'
import { percentOf, stateOf, stepOf, type Until } from './tools/wait-state.ts'

const extension = 'io.modelcontextprotocol/tasks'
const pollMs = 5_000
/** How long `tasks/result` waits for the end of a task. Clients give up before. */
const resultSeconds = 600

export const taskNeeds: readonly MethodNeed[] = [
  ['tasks/get', 'getFile', 'files:read'],
  ['tasks/result', 'getFile', 'files:read'],
  ['tasks/update', 'getFile', 'files:read'],
  ['tasks/cancel', 'cancelGeneration'],
  ['tasks/list', 'getInbox', 'projects:read'],
]

type TaskOptions = Pick<ToolContext, 'call' | 'waits'> & {
  caller: Caller
  signer: CursorSigner
  origin: string
  /** Converts the error of an operation to one for the client. */
  run<T>(work: () => Promise<T>): Promise<T>
}

type Ref = { tool: string; fileId: string; until: Until }

export type Tasks = ReturnType<typeof createTasks>

export function createTasks({ call, waits, caller, signer, origin, run }: TaskOptions) {
  const binding = `mcp task ${caller.credentialId}`
  const idOf = ({ tool, fileId, until }: Ref) => signer.sign(binding, `${tool} ${fileId} ${until}`)

  function refOf(taskId: string): Ref {
    const [tool, fileId, until] = signer.verify(binding, taskId)?.split(' ') ?? []
    if (fileId === undefined) throw invalid('There is no such task.')
    return { tool: tool!, fileId, until: until as Until }
  }

  async function read(ref: Ref): Promise<FileRecord> {
    try {
      return (await call(getFile, { fileId: ref.fileId })).data
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') throw invalid('There is no such task.')
      throw error
    }
  }

  /** The result that the tool would have had, if it had waited. */
  function resultFor(ref: Ref, file: FileRecord): CallToolResult {
    const waited = resultOf(file, ref.until, origin)
    const data = ref.tool === 'generate_file' ? { data: { id: file.id }, ...waited } : { ...waited }
    const content = [{ type: 'text' as const, text: JSON.stringify(data) }]
    return waited.state === 'FAILED' ? { content, isError: true } : { content, structuredContent: data }
  }

  /** The fields that a task has in both protocols, under the names of 2025-11-25. */
  function taskOf(ref: Ref, file: FileRecord) {
    const { state, failure } = stateOf(file, ref.until)
    const working = `${stepOf(file)}, ${percentOf(file, ref.until)} %`
    return {
      taskId: idOf(ref),
      status: failure?.code === 'cancelled' ? 'cancelled' : statuses[state],
      statusMessage: state === 'WORKING' ? working : (failure?.message ?? 'ready'),
      createdAt: isoTime(file.createdAt),
      lastUpdatedAt: isoTime(file.updatedAt),
    }
  }

  const legacyTask = (ref: Ref, file: FileRecord) => ({
    ...taskOf(ref, file),
    ttl: null,
    pollInterval: pollMs,
  })

  /** In 2026-07-28 a tool that ran and reported an error is completed; its result says what went wrong. */
  function modernTask(ref: Ref, file: FileRecord) {
    const task = taskOf(ref, file)
    const status = task.status === 'failed' ? 'completed' : task.status
    const result =
      status === 'completed' ? { result: { resultType: 'complete', ...resultFor(ref, file) } } : {}
    return { ...task, status, ttlMs: null, pollIntervalMs: pollMs, ...result }
  }

  /** Runs a tool call, as a task where the client asks for one. */
  async function callAsTask(
    { name, arguments: input = {}, task }: CallParams,
    context: ServerContext,
    callTool: (input: Record<string, unknown>) => Promise<CallToolResult | InputRequiredResult>,
  ): Promise<CallToolResult | InputRequiredResult> {
    const modern = isModern(context)
    const asked = modern ? declares(context) : task !== undefined && name === 'generate_file'
    if (!asked || !taskTools.includes(name) || !caller.scopes.has('files:read')) return callTool(input)
    const result = await callTool(name === 'wait_for_file' ? { ...input, timeoutSeconds: 0 } : input)
    // The client calls again with the answer, and then gets its task.
    if (isInputRequiredResult(result)) return result
    const made = result.structuredContent as
      | { data?: { id: string }; id?: string; state?: string }
      | undefined
    const fileId = made?.data?.id ?? made?.id
    if (fileId === undefined || (made?.state !== undefined && made.state !== 'WORKING')) return result
    const ref: Ref = { tool: name, fileId, until: input.until === 'UPLOADED' ? 'UPLOADED' : 'READY' }
    const file = await read(ref)
    // `content` belongs to no task, but the SDK sends no result of a tool without it.
    if (!modern) return { content: [], task: legacyTask(ref, file) }
    const { result: _early, ...created } = modernTask(ref, file)
    return { content: [], resultType: 'task', ...created }
  }

  function attach({ server }: McpServer): void {
    server.registerCapabilities({
      extensions: { [extension]: {} },
      tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
    })
    const handle = (method: string, work: (params: TaskParams, context: ServerContext) => Promise<object>) =>
      server.setRequestHandler(method, { params: TaskParams }, (params, context) => {
        if (isModern(context)) requireDeclared(context)
        return run(() => work(params, context)) as Promise<Record<string, unknown>>
      })

    handle('tasks/get', async ({ taskId }, context) => {
      const ref = refOf(taskId)
      return (isModern(context) ? modernTask : legacyTask)(ref, await read(ref))
    })
    handle('tasks/cancel', async ({ taskId }, context) => {
      const ref = refOf(taskId)
      const modern = isModern(context)
      // A wait has nothing to cancel: the client stops asking.
      if (ref.tool === 'generate_file') await cancel(ref, modern)
      return modern ? {} : legacyTask(ref, await read(ref))
    })
    // No task asks for input.
    handle('tasks/update', async ({ taskId }) => {
      await read(refOf(taskId))
      return {}
    })
    handle('tasks/result', async ({ taskId }) => {
      const ref = refOf(taskId)
      const file = await untilEnded({ call, waits }, { ...ref, timeoutSeconds: resultSeconds })
      if (stateOf(file, ref.until).state === 'WORKING')
        throw new ProtocolError(ProtocolErrorCode.InternalError, 'The task is still working. Ask again.')
      return { ...resultFor(ref, file), _meta: { [RELATED_TASK_META_KEY]: { taskId } } }
    })
    server.setRequestHandler('tasks/list', { params: z.looseObject({}) }, () => run(list))
  }

  async function cancel({ fileId }: Ref, modern: boolean): Promise<void> {
    try {
      await call(cancelGeneration, { fileId })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'generation_ended') throw error
      if (!modern) throw invalid('The task has ended already.')
    }
  }

  /** The generations of the caller that are queued or running. */
  async function list() {
    const { data } = await call(getInbox, {})
    const tasks = data.generations.items.map(({ file, state, createdAt }) => ({
      taskId: idOf({ tool: 'generate_file', fileId: file.id, until: 'READY' }),
      ...{ status: 'working', statusMessage: state.toLowerCase() },
      ...{ createdAt: isoTime(createdAt), lastUpdatedAt: isoTime(createdAt) },
      ...{ ttl: null, pollInterval: pollMs },
    }))
    return { tasks }
  }

  return { attach, callAsTask }
}

/** Times of the API are in UTC, without a zone. */
const isoTime = (time: string) => `${time.replace(' ', 'T')}Z`

type CallParams = { name: string; arguments?: Record<string, unknown> | undefined; task?: unknown }

const TaskParams = z.looseObject({ taskId: z.string() })
type TaskParams = z.output<typeof TaskParams>

const statuses = { WORKING: 'working', READY: 'completed', FAILED: 'failed' } as const

const taskTools = ['generate_file', 'wait_for_file']

/** Clients of 2025-11-25 run a tool as a task only if it says so. */
export function withTaskSupport(tool: Tool): Tool {
  return tool.name === 'generate_file' ? { ...tool, execution: { taskSupport: 'optional' } } : tool
}

const isModern = ({ mcpReq }: ServerContext) => mcpReq.envelope !== undefined

function declares({ mcpReq }: ServerContext): boolean {
  const envelope: Record<string, unknown> = { ...mcpReq.envelope }
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY] as { extensions?: object } | undefined
  return capabilities?.extensions !== undefined && extension in capabilities.extensions
}

function requireDeclared(context: ServerContext): void {
  if (declares(context)) return
  throw new MissingRequiredClientCapabilityError({
    requiredCapabilities: { extensions: { [extension]: {} } },
  })
}
