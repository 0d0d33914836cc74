// The checks of a file on a server: started if needed, and waited for.
import { setTimeout as pause } from 'node:timers/promises'
import type { Checks, Dailies, DailiesError, FileDetails } from '@dailies/sdk'
import { type CheckedFile, timingOf } from '../../../server/src/media/checks/export/checked-file.ts'
import type { Context } from '../context.ts'
import { failure } from '../kit/errors.ts'
import { startProgress } from '../output/progress.ts'

export type ServerOptions = {
  /** The name or the ID of a check profile, or the path of its rules. */
  profile: string | undefined
  /** Rules of a file on this machine: judged by the server, and not stored. */
  rules: object | undefined
  wait: boolean
  timeoutMs: number | undefined
}

export async function checkServerFile(
  id: string,
  options: ServerOptions,
  context: Context,
): Promise<CheckedFile> {
  const client = await context.client()
  const { signal } = context.io
  const found = await client.files.get(id, { signal })
  const checks = await currentChecks(client, found, options, context)
  // A file that was just uploaded has its frame rate and timecode only now.
  const file = found.media?.state === 'READY' ? found : await client.files.get(id, { signal })
  const { state, failure: reason, profile, measuredSeconds, rules, findings } = checks
  const shown = { id, name: file.name, state, failure: reason, measuredSeconds, timing: timingOfFile(file) }
  if (options.rules === undefined || state !== 'READY') return { ...shown, profile, rules, findings }
  const preview = await client.checks.preview(id, { rules: options.rules }, { signal })
  const own = { id: null, name: options.profile!, version: null }
  return { ...shown, profile: own, rules: preview.rules, findings: preview.findings }
}

/** Waits for checks that run, and runs them if there are none, or by the chosen check profile. */
async function currentChecks(
  client: Dailies,
  { id, name }: FileDetails,
  options: ServerOptions,
  context: Context,
): Promise<Checks> {
  const { profile, rules, timeoutMs } = options
  const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
  const signal = timeout ? AbortSignal.any([context.io.signal, timeout]) : context.io.signal
  const wait = async (checks: Checks) =>
    options.wait && !hasEnded(checks) ? waitFor(client, checks, { id, name }, context, signal) : checks
  try {
    const stored = await wait(await client.checks.get(id, { signal }))
    const profileId = rules === undefined ? profile : undefined
    const isDone = stored.state === 'READY' && profileId === undefined
    if (isDone || !hasEnded(stored) || stored.state === 'OFF') return stored
    const run = client.checks.run(id, profileId === undefined ? {} : { profileId }, { signal })
    return await wait(await run.catch((error) => withoutPreviews(error, stored)))
  } catch (error) {
    context.io.signal.throwIfAborted()
    if (!timeout?.aborted) throw error
    const advice = `They continue on the server. Run \`dailies check ${id}\` to wait again.`
    throw failure('Timed out waiting for the checks.', advice)
  }
}

async function waitFor(
  client: Dailies,
  first: Checks,
  { id, name }: Pick<FileDetails, 'id' | 'name'>,
  context: Context,
  signal: AbortSignal,
): Promise<Checks> {
  const progress = startProgress(context, name)
  let checks = first
  try {
    for (let asked = 0; !hasEnded(checks); asked++) {
      if (checks.progress !== null) progress.update(checks.progress)
      progress.note(checks.state.toLowerCase())
      await pause(Math.min(5_000, 500 * 1.5 ** asked), undefined, { signal })
      checks = await client.checks.get(id, { signal })
    }
    return checks
  } finally {
    await progress.end()
  }
}

function hasEnded({ state }: Checks): boolean {
  return state !== 'QUEUED' && state !== 'MEASURING'
}

/** A file that has no previews, and never will, cannot be checked: a result, and no reason to stop before the other files. */
function withoutPreviews(error: DailiesError, stored: Checks): Checks {
  if (error.code !== 'file_not_ready') throw error
  return { ...stored, failure: { code: error.code, message: error.message, retryable: false } }
}

function timingOfFile({ media }: FileDetails) {
  return timingOf({
    frameRate: media?.frameRate ?? null,
    variable: media?.technical?.video?.variableFrameRate ?? false,
    startFrame: media?.timecode?.startFrame ?? null,
    dropFrame: media?.timecode?.dropFrame ?? null,
  })
}
