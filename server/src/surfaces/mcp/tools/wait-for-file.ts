import { z } from 'zod'
import { ApiError } from '../../../core/errors.ts'
import type { FileProgress } from '../../../events/file-watches.ts'
import { cancelGeneration, getFile, retryGeneration } from '../../../operations/index.ts'
import type { FileDetails } from '../../../records/file.ts'
import { defineTool, type ToolContext } from './define-tool.ts'
import { fileUrl } from './links.ts'
import { type FileFacts, percentOf, stateOf, stepOf, type Until } from './wait-state.ts'

const Waited = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['READY', 'WORKING', 'FAILED']).describe('WORKING: call again to go on waiting.'),
  step: z.string().optional().describe('What is being done.'),
  percent: z.number().optional(),
  failure: z.object({ code: z.string(), message: z.string(), retryable: z.boolean() }).optional(),
  projectId: z.string(),
  url: z.string(),
})

const mostSeconds = 50

/** Below the 60 seconds after which most clients and proxies give a request up. */
const usualSeconds = 45

/** The tool without what cancels and retries, for clients that may only read. */
const onlyWaits = defineTool({
  name: 'wait_for_file',
  toolset: 'generate',
  description: `Wait up to ${mostSeconds} seconds until a file is ready to be viewed, or has failed and why. Use it while a file is generated or uploaded, and again while it is WORKING.`,
  input: z.object({
    fileId: z.string().describe('File ID.'),
    until: z
      .enum(['READY', 'UPLOADED'])
      .optional()
      .describe('UPLOADED: the file is complete, without previews. Default: READY.'),
    timeoutSeconds: z.int().min(0).max(mostSeconds).optional().describe('0: answer at once.'),
  }),
  output: Waited,
  operations: [getFile],
  reads: true,
  async run({ fileId, until = 'READY', timeoutSeconds = usualSeconds }, context) {
    const report = createReport(context, until)
    const file = await untilEnded(context, { fileId, until, timeoutSeconds, report })
    return { data: resultOf(file, until, context.origin) }
  },
})

export const waitForFile = defineTool({
  name: 'wait_for_file',
  toolset: 'generate',
  description: `Wait up to ${mostSeconds} seconds until a file is ready to be viewed, or has failed and why. Use it after generate_file or an upload, and again while the file is WORKING. It can first cancel or retry the generation.`,
  input: onlyWaits.input.extend({
    generation: z
      .enum(['cancel', 'retry'])
      .optional()
      .describe('Do this with its generation first. A retry may cost money.'),
  }),
  output: Waited,
  operations: [getFile, cancelGeneration, retryGeneration],
  readOnly: onlyWaits,
  async run({ generation, ...wait }, context) {
    const { call } = context
    const { fileId } = wait
    if (generation === 'cancel') await call(cancelGeneration, { fileId })
    if (generation === 'retry') await call(retryGeneration, { fileId })
    return onlyWaits.run(wait, context)
  },
})

type Wait = {
  fileId: string
  until: Until
  timeoutSeconds: number
  report?: ((file: FileFacts) => void) | undefined
}

/** The file when it is ready or has failed, or as it is when the time is up. */
export async function untilEnded(
  { call, waits }: Pick<ToolContext, 'call' | 'waits'>,
  { fileId, until, timeoutSeconds, report }: Wait,
): Promise<FileRecord> {
  const deadline = performance.now() + timeoutSeconds * 1_000
  const counters = await waits.counters()
  const read = async () => (await call(getFile, { fileId })).data
  let file = await read()
  const isWorking = () => stateOf(file, until).state === 'WORKING' && performance.now() < deadline
  if (!isWorking()) return file
  const onProgress = report && ((progress: FileProgress) => report({ ...file, ...progress }))
  const watch = waits.begin({ file, projectId: file.project.id, counters, onProgress })
  try {
    for (let going = true; going && isWorking(); ) {
      report?.(file)
      const woken = await watch.next(deadline - performance.now())
      if (woken === 'aborted') break
      // The access of the credential has ended, and with it what it may learn of the file.
      if (woken === 'lost') throw new ApiError('not_found')
      file = await read()
      going = woken === 'changed'
    }
    return file
  } finally {
    watch.close()
  }
}

export type FileRecord = z.output<typeof FileDetails>

export function resultOf(file: FileRecord, until: Until, origin: string): z.input<typeof Waited> {
  const { state, failure } = stateOf(file, until)
  const working = state === 'WORKING' ? { step: stepOf(file), percent: percentOf(file, until) } : {}
  return {
    ...{ id: file.id, name: file.name, state, failure, ...working },
    projectId: file.project.id,
    url: fileUrl(origin, file.id),
  }
}

/** Sends progress to a client that asked for it. The protocol wants each value to be higher than the one before. */
function createReport({ mcp }: ToolContext, until: Until): ((file: FileFacts) => void) | undefined {
  const { _meta, notify } = mcp.mcpReq
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return undefined
  let last = -1
  return (file) => {
    const progress = percentOf(file, until)
    if (progress <= last) return
    last = progress
    const params = { progressToken, progress, total: 100, message: stepOf(file) }
    // A client that is gone needs no progress.
    notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}
