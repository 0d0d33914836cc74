// Waiting for a file to be uploaded, generated or processed.
import type { FileDetails, FileFailedError, WaitForOptions } from '@dailies/sdk'
import type { Context } from '../context.ts'
import type { Command } from '../declaration.ts'
import { exitCodes } from '../exit-codes.ts'
import { choice, readInput } from '../input.ts'
import { reader } from '../io.ts'
import { CommandError, failure, usageError } from '../kit/errors.ts'
import { isOn, lastText, type Parsed } from '../kit/flags.ts'
import { oneLine } from '../kit/terminal-text.ts'
import { callOperation } from '../operation-command.ts'
import { startProgress } from '../output/progress.ts'
import { recordText } from '../output/record.ts'

export const waitEnds = ['uploaded', 'processed']

export async function generate(command: Command, parsed: Parsed, context: Context): Promise<void> {
  const operation = command.operation!
  const input = await readInput(operation, parsed, reader(context.io))
  if (!isOn(parsed.values, 'wait')) {
    await callOperation(operation, input, context)
    return
  }
  const client = await context.client()
  const { signal } = context.io
  const { id } = await client.call('generateFile', input as never, { signal })
  // Print the ID so that an interrupted wait can be repeated.
  await context.say(`Generating ${id}`)
  await waitFor(id, {}, context)
}

export async function wait({ args, values }: Parsed, context: Context): Promise<void> {
  const timeout = lastText(values, 'timeout')
  if (timeout !== undefined && !/^\d{1,6}$/.test(timeout))
    throw usageError(`--timeout ${timeout} is not a number of seconds.`)
  const until = choice('until', lastText(values, 'until') ?? 'uploaded', waitEnds) as WaitForOptions['until']
  const timeoutMs = timeout === undefined ? undefined : Number(timeout) * 1000
  await waitFor(args[0]!, { until, timeoutMs }, context)
}

async function waitFor(id: string, options: WaitForOptions, context: Context): Promise<void> {
  const client = await context.client()
  const progress = startProgress(context, id)
  const onProgress = (file: FileDetails) => {
    if (file.generation?.progress != null) progress.update(file.generation.progress)
    progress.note(stateOf(file))
  }
  try {
    const file = await client.files.waitFor(id, { ...options, signal: context.io.signal, onProgress })
    await progress.end()
    if (context.json) await context.printJson(file)
    else await context.print(recordText({ ...file }, context))
  } catch (error) {
    await progress.end()
    throw explained(error as Error, id)
  }
}

function explained(error: Error, id: string): Error {
  const { name, message } = error
  if (name === 'DailiesTimeoutError')
    return failure(
      'Timed out waiting for the file.',
      `Processing continues on the server. Run \`dailies files wait ${id}\` to wait again.`,
    )
  if (name !== 'FileFailedError') return error
  const { failure: reason, mode } = (error as FileFailedError).file
  const again = reason?.retryable && mode === 'GENERATED'
  const advice = again ? `Try again: dailies files retry-generation ${id}` : undefined
  return new CommandError(exitCodes.conflict, `The file failed: ${oneLine(message)}`, advice)
}

function stateOf({ status, generation }: FileDetails): string {
  const state = (generation?.state ?? status).toLowerCase()
  return generation?.position ? `${state}, ${generation.position} ahead of it` : state
}
