// The checks of a file on a server: started if needed, and waited for.

import { setTimeout as pause } from 'node:timers/promises'
import type { Dailies, FileDetails } from '@dailies/sdk'
import { type CheckedFile, timingOf } from '../../../server/src/media/checks/export/checked-file.ts'
import type { Context } from '../context.ts'
import { failure } from '../kit/errors.ts'
import { startProgress } from '../output/progress.ts'

export type ServerOptions = {
  /** The name or the ID of a check profile. */
  profile: string | undefined
  /** Rules of a file on this machine: judged by the server, and not stored. */
  rules: object | undefined
  wait: boolean
  timeoutMs: number | undefined
}

type Checks = Awaited<ReturnType<Dailies['checks']['get']>>

export async function checkServerFile(
  id: string,
  options: ServerOptions,
  context: Context,
): Promise<CheckedFile> {
  const client = await context.client()
  const { signal } = context.io
  const file = await client.files.get(id, { signal })
  const checks = await finished(client, id, options, context, file.name)
  const shown = { id, name: file.name, failure: checks.failure, measuredSeconds: checks.measuredSeconds }
  const timing = timingOfFile(file)
  if (options.rules === undefined || checks.state !== 'READY') return { ...checks, ...shown, timing }
  const preview = await client.checks.preview(id, { rules: options.rules }, { signal })
  const profile = { id: null, name: options.profile!, version: null }
  return { ...shown, state: 'READY', profile, timing, rules: preview.rules, findings: preview.findings }
}

async function finished(
  client: Dailies,
  id: string,
  { profile, rules, wait, timeoutMs }: ServerOptions,
  context: Context,
  name: string,
): Promise<Checks> {
  const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
  const signal = timeout ? AbortSignal.any([context.io.signal, timeout]) : context.io.signal
  const stored =
    rules === undefined && profile !== undefined ? undefined : await client.checks.get(id, { signal })
  const needsRun = stored === undefined || stored.state === 'NONE' || stored.state === 'FAILED'
  const body = rules === undefined && profile !== undefined ? { profileId: profile } : {}
  let checks = needsRun ? await client.checks.run(id, body, { signal }) : stored
  if (!wait || hasEnded(checks)) return checks
  const progress = startProgress(context, name)
  try {
    for (let asked = 0; !hasEnded(checks); asked++) {
      if (checks.progress !== null) progress.update(checks.progress)
      progress.note(checks.state.toLowerCase())
      await pause(Math.min(5_000, 500 * 1.5 ** asked), undefined, { signal })
      checks = await client.checks.get(id, { signal })
    }
    return checks
  } catch (error) {
    context.io.signal.throwIfAborted()
    if (!timeout?.aborted) throw error
    throw failure(
      'Timed out waiting for the checks.',
      `They continue on the server. Run \`dailies check ${id}\` to wait again.`,
    )
  } finally {
    await progress.end()
  }
}

function hasEnded({ state }: Checks): boolean {
  return state !== 'QUEUED' && state !== 'MEASURING'
}

function timingOfFile({ media }: FileDetails) {
  return timingOf({
    frameRate: media?.frameRate ?? null,
    variable: media?.technical?.video?.variableFrameRate ?? false,
    startFrame: media?.timecode?.startFrame ?? null,
    dropFrame: media?.timecode?.dropFrame ?? null,
  })
}
