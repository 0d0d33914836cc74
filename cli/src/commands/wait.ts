// Waiting for a file to be there.
import type { Command } from '../command.ts'
import type { Context } from '../context.ts'
import { CliError, exitCodes, failure, usageError } from '../errors.ts'
import { readInput } from '../input.ts'
import { reader } from '../io.ts'
import { methodOf } from '../methods.ts'
import { callOperation } from '../operation-command.ts'
import { startProgress } from '../output/progress.ts'
import { recordText } from '../output/record.ts'
import { oneLine } from '../output/width.ts'
import { isOn, lastText, type Parsed } from '../parse.ts'

type File = {
  id: string
  name: string
  status: string
  failure: { message: string; retryable: boolean } | null
  generation: { state: string; progress: number | null; position: number | null } | null
}

export async function generate(command: Command, parsed: Parsed, context: Context): Promise<void> {
  const operation = command.operation!
  const input = await readInput(operation, parsed, reader(context.io))
  if (!isOn(parsed.values, 'wait')) {
    await callOperation(operation, input, context)
    return
  }
  const { projectId, ...fields } = input
  const { id } = await methodOf(await context.client(), 'files.generate')(projectId, fields, {
    signal: context.io.signal,
  })
  await context.say(`${id}`)
  await waitFor(id, context.io.signal, context)
}

export async function wait({ args, values }: Parsed, context: Context): Promise<void> {
  const timeout = lastText(values, 'timeout')
  if (timeout !== undefined && !/^\d{1,7}$/.test(timeout))
    throw usageError(`--timeout ${timeout} is not a number of seconds.`)
  const { signal } = context.io
  const patience = timeout === undefined ? undefined : AbortSignal.timeout(Number(timeout) * 1000)
  try {
    await waitFor(args[0]!, patience ? AbortSignal.any([signal, patience]) : signal, context)
  } catch (error) {
    if (!patience?.aborted || signal.aborted) throw error
    throw failure(
      `The file was not there after ${timeout} seconds.`,
      'It goes on without us: wait again, or look with `dailies files get`.',
    )
  }
}

async function waitFor(id: string, signal: AbortSignal, context: Context): Promise<void> {
  const client = await context.client()
  const progress = startProgress(context, id)
  const onProgress = (file: File) => {
    if (file.generation?.progress != null) progress.update(file.generation.progress)
    progress.note(stateOf(file))
  }
  let file: File
  try {
    file = await methodOf(client, 'files.waitFor')(id, { signal, onProgress })
  } finally {
    await progress.end()
  }
  if (file.status === 'FAILED') {
    const advice = file.failure?.retryable ? `Try again: dailies files retry-generation ${id}` : undefined
    throw new CliError(
      exitCodes.conflict,
      `The file failed: ${oneLine(file.failure?.message ?? 'no reason is known')}`,
      advice,
    )
  }
  if (context.json) await context.printJson(file)
  else await context.print(recordText(file, context.style))
}

function stateOf({ status, generation }: File): string {
  const state = (generation?.state ?? status).toLowerCase()
  return generation?.position ? `${state}, ${generation.position} before it` : state
}
