// `dailies check`: measures files on this machine, or reads the checks of files of a server, and reports their findings.
import { stat, writeFile } from 'node:fs/promises'
import { type CheckedFile, countsOf } from '../../../server/src/media/checks/export/checked-file.ts'
import { type CheckFormat, renderChecks } from '../../../server/src/media/checks/export/export-checks.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { choice } from '../input.ts'
import { reader } from '../io.ts'
import { CommandError, failure, usageError } from '../kit/errors.ts'
import { isOn, lastText, type Parsed } from '../kit/flags.ts'
import { oneLine } from '../kit/terminal-text.ts'
import { checksText } from '../output/checks.ts'
import { startProgress } from '../output/progress.ts'
import { type LocalChecker, loadLocalChecker } from '../server-modules.ts'
import { version } from '../version.ts'
import { checkServerFile, type ServerOptions } from './check-server-file.ts'

type Check = (context: Context) => Promise<CheckedFile>

export async function check({ args, values }: Parsed, context: Context): Promise<void> {
  const format = choice('format', lastText(values, 'format') ?? (context.json ? 'json' : 'text'), formats)
  const failOn = choice('fail-on', lastText(values, 'fail-on') ?? 'problem', ['problem', 'warning'])
  const output = lastText(values, 'output')
  if (output !== undefined && format === 'text')
    throw usageError('--output needs --format json, junit or sarif.')
  const checks = await plan(args, values, context)
  const files: CheckedFile[] = []
  for (const run of checks) {
    files.push(await run(context))
    // A person reads the first results while the next file is measured.
    if (format === 'text' || output !== undefined) await context.print(checksText(files.at(-1)!, context))
  }
  if (format !== 'text')
    await writeReport(renderChecks(files, format as CheckFormat, version), output, context)
  requireClean(files, failOn === 'warning')
}

const formats = ['text', 'json', 'junit', 'sarif']

/** Everything that can be wrong with the command line is found before the first file is measured. */
async function plan(args: readonly string[], values: Parsed['values'], context: Context): Promise<Check[]> {
  const profile = lastText(values, 'profile')
  const options = { profile, ...serverOptions(values) }
  const local = await Promise.all(args.map(isFile))
  const unknown = args.find((arg, i) => !local[i] && !/^FX\w{10,}$/.test(arg))
  if (unknown !== undefined)
    throw new CommandError(
      exitCodes.notFound,
      `There is no file ${oneLine(unknown)}.`,
      'Give paths of files on this machine, or IDs of files on a server, such as FX….',
    )
  const rules = profile !== undefined && isPath(profile) ? await reader(context.io)(profile) : undefined
  const checkLocal = local.includes(true) ? await localCheck(profile, rules, context) : undefined
  return args.map((arg, i) =>
    local[i]
      ? () => checkLocal!(arg)
      : () =>
          checkServerFile(
            arg,
            { ...options, rules: rules === undefined ? undefined : readRules(rules, profile!) },
            context,
          ),
  )
}

/** A folder, a socket or a missing file is none. */
async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}

/** The name of a check profile has neither; a path like `./web` has. */
function isPath(profile: string): boolean {
  return /[/\\]|\.json$/i.test(profile)
}

function serverOptions(values: Parsed['values']): Pick<ServerOptions, 'wait' | 'timeoutMs'> {
  const timeout = lastText(values, 'timeout')
  if (timeout !== undefined && !/^\d{1,6}$/.test(timeout))
    throw usageError(`--timeout ${timeout} is not a number of seconds.`)
  return {
    wait: !isOn(values, 'no-wait'),
    timeoutMs: timeout === undefined ? undefined : Number(timeout) * 1000,
  }
}

/** The server has the rules of rules: it refuses what it does not know. */
function readRules(text: string, path: string): object {
  let value: { rules?: unknown } | null
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw failure(`${path} is not JSON: ${(error as Error).message}`)
  }
  if (typeof value?.rules !== 'object' || value.rules === null)
    throw failure(`${path} is not a check profile: it has no "rules".`)
  return value.rules
}

async function localCheck(profile: string | undefined, rules: string | undefined, context: Context) {
  const checker = await loadLocalChecker()
  if (!checker)
    throw usageError(
      'Files on this machine are measured by the code of the server, which is not installed here.',
      'Use the package `dailies` instead of the CLI alone, or upload the file and check it by its ID.',
    )
  const { environment, signal } = context.io
  const settings = {
    tools: { ffmpeg: environment.ffmpeg, ffprobe: environment.ffprobe },
    sandbox: environment.sandbox,
  }
  const chosen = await explained(checker, () =>
    rules === undefined ? checker.builtInProfile(profile ?? 'web') : checker.parseProfile(rules, profile!),
  )
  const { warning } = await explained(checker, () => checker.prepareSandbox(settings))
  if (warning !== undefined) await context.say(`Warning: ${warning}`)
  return async (path: string) => {
    const progress = startProgress(context, path)
    progress.note('measuring')
    const report = (done: number) => progress.update(done)
    try {
      return await explained(checker, () =>
        checker.checkLocalFile(path, path, chosen, settings, { signal, report }),
      )
    } finally {
      await progress.end()
    }
  }
}

async function explained<T>({ LocalCheckError }: LocalChecker, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LocalCheckError) throw failure(error.message, error.advice, { cause: error })
    throw error
  }
}

async function writeReport(report: string, output: string | undefined, context: Context): Promise<void> {
  if (output === undefined) return context.print(report)
  await writeFile(output, report).catch((error: NodeJS.ErrnoException) => {
    throw failure(`Cannot write ${oneLine(output)}: ${error.code}`)
  })
  await context.say(`Wrote ${output}`)
}

function requireClean(files: readonly CheckedFile[], warningsCount: boolean): void {
  const isOpen = (file: CheckedFile) => {
    const { problems, warnings } = countsOf(file)
    return problems > 0 || (warningsCount && warnings > 0)
  }
  const open = files.filter(isOpen).length
  const what = warningsCount ? 'open problems or warnings' : 'open problems'
  if (open > 0)
    throw new CommandError(exitCodes.openProblems, `${counted(open, 'file has', 'files have')} ${what}.`)
  const unchecked = files.filter(({ state }) => state !== 'READY').length
  if (unchecked > 0)
    throw new CommandError(
      exitCodes.notChecked,
      `${counted(unchecked, 'file was', 'files were')} not checked.`,
    )
}

function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`
}
