// Checks files on this machine for `dailies check`, by the code that checks uploads: without a server, a database or an account.
import { constants, copyFile, mkdtemp, open, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { builtInProfiles } from './media/checks/built-in-profiles.ts'
import type { CheckedFile, Timing } from './media/checks/export/checked-file.ts'
import { judge } from './media/checks/judge.ts'
import { measure } from './media/checks/measure.ts'
import { CheckRules } from './media/checks/profile.ts'
import { describeResults } from './media/checks/results.ts'
import type { ToolPaths } from './media/children/find-tools.ts'
import { toolFinder } from './media/children/find-tools.ts'
import { MediaFailure, type MediaInfo, type Work } from './media/processor.ts'
import { createFindProcessor } from './media/processors.ts'
import { type SandboxMode, sandboxModes } from './sandbox/modes.ts'
import { sandboxReport, useSandbox } from './sandbox/sandbox.ts'
import { sniff, sniffedBytes } from './storage/sniff.ts'

export type LocalProfile = { id: string | null; name: string; version: number | null; rules: CheckRules }

export type LocalSettings = {
  tools: ToolPaths
  /** As MEDIA_SANDBOX; undefined: auto. */
  sandbox: string | undefined
}

export type LocalRun = { signal: AbortSignal; report(progress: number): void }

/** A file or machine that `dailies check` cannot work with; the message names the next step. */
export class LocalCheckError extends Error {
  override name = 'LocalCheckError'
  readonly advice: string
  constructor(message: string, advice: string, options?: ErrorOptions) {
    super(message, options)
    this.advice = advice
  }
}

export function builtInProfile(id: string): LocalProfile {
  const found = Object.hasOwn(builtInProfiles, id) ? builtInProfiles[id] : undefined
  if (found) return { id, name: found.name, version: 1, rules: found.rules }
  throw new LocalCheckError(
    `There is no built-in check profile "${id}".`,
    `Use ${Object.keys(builtInProfiles).join(', ')}, or the path of a JSON file, such as ./${id}.json.`,
  )
}

/** Other fields, such as those of the API, are ignored. */
const ProfileFile = z.object({ name: z.string().min(1).max(60).optional(), rules: CheckRules })

/** `{ "name": …, "rules": { … } }`, as `dailies check-profiles get ID --json` prints it. */
export function parseProfile(text: string, path: string): LocalProfile {
  const advice = 'See "Your own check profile" in the guide on checks in pipelines.'
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new LocalCheckError(`${path} is not JSON: ${(error as Error).message}`, advice)
  }
  const parsed = ProfileFile.safeParse(value)
  if (parsed.success)
    return { id: null, name: parsed.data.name ?? path, version: null, rules: parsed.data.rules }
  const problems = parsed.error.issues.map(
    ({ path: keys, message }) => `${keys.join('.') || 'file'}: ${message}`,
  )
  throw new LocalCheckError(`${path} is not a check profile: ${problems.join('; ')}.`, advice)
}

/** Prepares the sandbox, and says how files are opened. */
export async function prepareSandbox({
  sandbox = 'auto',
}: LocalSettings): Promise<{ warning: string | undefined }> {
  const mode = sandboxModes.find((name) => name === sandbox)
  if (mode === undefined)
    throw new LocalCheckError(`MEDIA_SANDBOX=${sandbox} is unknown.`, `Use ${sandboxModes.join(', ')}.`)
  useSandbox(mode satisfies SandboxMode, tmpdir())
  const { holds, missing } = await sandboxReport()
  if (holds || mode === 'off') return { warning: undefined }
  return {
    warning: `Files are opened with limits of time and memory, but without a sandbox (${missing.join('; ')}). Install bubblewrap before you check files of strangers.`,
  }
}

/** `name` is how the results call the file. Failures of the file are results; a missing program is not. */
export async function checkLocalFile(
  path: string,
  name: string,
  profile: LocalProfile,
  { tools }: LocalSettings,
  { signal, report }: LocalRun,
): Promise<CheckedFile> {
  const { rules, ...shown } = profile
  const empty = {
    id: null,
    name,
    profile: shown,
    measuredSeconds: null,
    timing: null,
    rules: [],
    findings: [],
  }
  const folder = await mkdtemp(join(tmpdir(), 'dailies-check-'))
  try {
    const source = await plainFile(path, folder)
    const work: Work = { source, mimeType: await typeOf(source, name), folder, signal, report }
    const { info, measured } = await measureAny(work, tools)
    const { findings, ...results } = describeResults(measured, judge(measured, rules))
    return {
      ...{ ...empty, state: 'READY', failure: null, timing: timingOf(info) },
      measuredSeconds: measured.measuredSeconds ?? null,
      rules: results.rules,
      findings: findings.map((finding) => ({ ...finding, waiver: null })),
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof MediaFailure)) throw error
    if (error.code === 'tool_missing') throw missingTools(error)
    return { ...empty, state: 'FAILED', failure: { code: error.code, message: error.message } }
  } finally {
    // A process that was just killed may still have a file open.
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

async function measureAny(work: Work, tools: ToolPaths) {
  const processor = await createFindProcessor(tools)(work.mimeType)
  if (!processor)
    throw new MediaFailure(
      'unsupported',
      `The file is no video, audio, image, document or 3D model that Dailies knows (${work.mimeType}).`,
    )
  // The probe reports no progress of its own.
  const info = await processor.probe({ ...work, report: () => undefined })
  return { info, measured: await measure(toolFinder(tools), work, info) }
}

function missingTools(error: MediaFailure): LocalCheckError {
  const detail = error.cause instanceof Error ? ` ${error.cause.message}` : ''
  return new LocalCheckError(
    `Checking this file needs ffmpeg 5.1 or later on this machine.${detail}`,
    'Install the package "ffmpeg" (Debian, Ubuntu, Homebrew), or set FFMPEG and FFPROBE to the paths of the programs.',
    { cause: error },
  )
}

/** The sandbox opens plain files only: links are followed here, and a file with a second name is copied. */
async function plainFile(path: string, folder: string): Promise<string> {
  const source = await realpath(path)
  const { nlink } = await stat(source)
  if (nlink === 1) return source
  const copy = join(folder, 'source')
  await copyFile(source, copy, constants.COPYFILE_FICLONE)
  return copy
}

async function typeOf(source: string, name: string): Promise<string> {
  const file = await open(source)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0)
    return sniff(buffer.subarray(0, bytesRead), size, name)
  } finally {
    await file.close()
  }
}

function timingOf({ frameRate, variableRate, timecode }: MediaInfo): Timing | null {
  if (!frameRate || variableRate) return null
  return { rate: frameRate, start: timecode?.startFrame ?? 0, dropFrame: timecode?.dropFrame ?? null }
}
