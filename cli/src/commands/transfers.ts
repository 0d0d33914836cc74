// Upload and download, with a progress bar.
import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { UploadOutcome } from '@dailies/sdk'
import type { Context } from '../context.ts'
import { exitCodeOf, exitCodes } from '../exit-codes.ts'
import { CommandError, usageError } from '../kit/errors.ts'
import { isOn, lastText, type Parsed } from '../kit/flags.ts'
import { oneLine } from '../kit/terminal-text.ts'
import { destination } from '../output/destination.ts'
import { startProgress } from '../output/progress.ts'
import { rememberUploads, unfinishedUpload, uploadMark } from '../settings/unfinished-uploads.ts'

type Source = { path: string; size: number; mark: string }
type Uploaded = { id: string; path: string }

export async function upload({ args, values }: Parsed, context: Context): Promise<void> {
  const [projectId, ...paths] = args as [string, ...string[]]
  if (paths.length > 1 && (values.has('name') || values.has('replaces')))
    throw usageError('--name and --replaces require a single file.')
  const { url } = await context.target()
  // Check all files before sending the first byte.
  const sources = await Promise.all(paths.map((path) => inspectFile(path, `${url} ${projectId}`)))
  const uploaded: Uploaded[] = []
  try {
    await uploadAll(projectId, sources, values, context, uploaded)
  } finally {
    // Print the uploaded files even when another file failed.
    if (context.json && uploaded.length > 0) await context.printJson(uploaded)
    else for (const { id, path } of uploaded) await context.print(`${oneLine(id)}  ${oneLine(path)}\n`)
  }
}

async function inspectFile(path: string, where: string): Promise<Source> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw usageError(
      error.code === 'ENOENT' ? `File not found: ${path}.` : `Cannot read ${path}: ${error.code}`,
    )
  })
  if (found.isDirectory())
    throw usageError(`${path} is a folder.`, `Pass the files in it: ${path.replace(/\/$/, '')}/*`)
  return { path, size: found.size, mark: uploadMark(where, resolve(path), found) }
}

/** Uploads small files in batches. Adds each uploaded file to `uploaded`. */
async function uploadAll(
  projectId: string,
  sources: readonly Source[],
  values: Parsed['values'],
  context: Context,
  uploaded: Uploaded[],
): Promise<void> {
  const client = await context.client()
  const { concurrency, ...fields } = fieldsOf(values)
  const items = await Promise.all(
    sources.map(async (source) => ({
      source: source.path,
      ...fields,
      resume: await earlierUpload(source, values, context),
    })),
  )
  const title = sources.length === 1 ? basename(sources[0]!.path) : `${sources.length} files`
  const progress = startProgress(
    context,
    title,
    sources.reduce((sum, { size }) => sum + size, 0),
  )
  const memory = rememberUploads(context.config)
  let begun = false
  let outcomes: readonly UploadOutcome[] = []
  try {
    outcomes = await client.files.uploadAll(projectId, items, {
      concurrency,
      signal: context.io.signal,
      onStart({ index, id }) {
        begun = true
        memory.remember(sources[index]!.mark, id)
      },
      onProgress: ({ loaded }) => progress.update(loaded),
      onOutcome({ index, id, error }) {
        if (error !== undefined || id === undefined) return
        memory.forget(sources[index]!.mark)
        uploaded.push({ id, path: sources[index]!.path })
      },
    })
  } finally {
    await progress.end()
    await memory.settled()
    if (begun && uploaded.length < sources.length)
      await context.say('Repeat the command with --resume to continue the upload.')
  }
  uploaded.sort(byOrderOf(sources))
  await refuseFailed(sources, outcomes, context)
}

function byOrderOf(sources: readonly Source[]) {
  const places = new Map(sources.map(({ path }, i) => [path, i]))
  return (a: Uploaded, b: Uploaded) => places.get(a.path)! - places.get(b.path)!
}

async function earlierUpload(
  { path, mark }: Source,
  values: Parsed['values'],
  context: Context,
): Promise<string | undefined> {
  if (!isOn(values, 'resume')) return undefined
  const id = await unfinishedUpload(context.config, mark)
  if (id === undefined)
    await context.say(`${oneLine(path)}: no interrupted upload found; starting from the beginning.`)
  return id
}

/** Prints the reason for each failed file; the exit code is that of the first failure. */
async function refuseFailed(
  sources: readonly Source[],
  outcomes: readonly UploadOutcome[],
  context: Context,
): Promise<void> {
  const failed = outcomes.flatMap(({ error }, i) =>
    error === undefined ? [] : [{ error, source: sources[i]! }],
  )
  if (failed.length === 0) return
  if (sources.length === 1) throw failed[0]!.error
  for (const { error, source } of failed)
    await context.say(`${oneLine(source.path)}: ${error instanceof Error ? error.message : error}`)
  const { status } = failed[0]!.error as { status?: number }
  const code = status === undefined ? exitCodes.unavailable : exitCodeOf(status)
  throw new CommandError(code, `${failed.length} of ${sources.length} files were not uploaded.`)
}

function fieldsOf(values: Parsed['values']) {
  const folder = lastText(values, 'folder')
  const replaces = lastText(values, 'replaces')
  const name = lastText(values, 'name')
  const concurrency = lastText(values, 'concurrency')
  if (concurrency !== undefined && !/^[1-9]\d?$/.test(concurrency))
    throw usageError('--concurrency must be a number from 1 to 99.')
  return {
    ...(folder === undefined ? {} : { folder: { id: folder } }),
    ...(replaces === undefined ? {} : { replaces: { id: replaces } }),
    ...(name === undefined ? {} : { name }),
    ...(concurrency === undefined ? {} : { concurrency: Number(concurrency) }),
  }
}

export async function download({ args, values }: Parsed, context: Context): Promise<void> {
  const client = await context.client()
  const { signal } = context.io
  const fileId = args[0]!
  const file = await client.files.get(fileId, { signal })
  const out = lastText(values, 'out')
  if (out === '-') return downloadToStdout(fileId, context)
  const path = await destination(out, file.name, isOn(values, 'force'))
  const progress = startProgress(context, file.name, file.byteSize ?? undefined)
  const onProgress = ({ loaded }: { loaded: number }) => progress.update(loaded)
  try {
    await client.files.download(fileId, { to: path, onProgress, signal })
  } finally {
    await progress.end()
  }
  if (context.json) await context.printJson({ id: fileId, path })
  else await context.print(`${oneLine(path)}\n`)
}

async function downloadToStdout(fileId: string, context: Context): Promise<void> {
  const { signal } = context.io
  const client = await context.client()
  const { stream } = await client.files.download(fileId, { signal })
  for await (const chunk of Readable.fromWeb(stream)) await context.io.stdout.write(chunk)
}
