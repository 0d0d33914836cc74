// Explains an error: what happened, which flags are concerned, and what to do next.
import type { DailiesError } from '@dailies/sdk'
import type { Command } from './declaration.ts'
import { exitCodeOf, exitCodes } from './exit-codes.ts'
import { CommandError, errorText } from './kit/errors.ts'
import type { Style } from './kit/style.ts'
import { oneLine } from './kit/terminal-text.ts'

export type Explained = { exitCode: number; text: string }

export type Situation = {
  command?: Command | undefined
  url?: string | undefined
  signedIn?: boolean
  style?: Style
}

export function explain(error: unknown, situation: Situation = {}): Explained {
  const write: Write = (message, advice) => errorText(message, advice, situation.style)
  if (error instanceof CommandError) {
    const usage =
      error.exitCode === exitCodes.usage && situation.command ? helpHint(situation.command) : undefined
    return { exitCode: error.exitCode, text: write(error.message, [error.advice, usage]) }
  }
  const { name, message, stack } = error as Error
  if (name === 'AbortError') return { exitCode: exitCodes.interrupted, text: '' }
  if (name === 'DailiesError') return explainRefusal(error as DailiesError, situation, write)
  if (name === 'DailiesConnectionError' || name === 'DailiesTimeoutError') {
    const reason = reasonOf(error as Error)
    const advice = ['Is the server running? Set its address with --url, DAILIES_URL or a profile.']
    return { exitCode: exitCodes.unavailable, text: write(`${message.replace(/\.$/, '')}${reason}.`, advice) }
  }
  const expected = (error as NodeJS.ErrnoException).code !== undefined
  return { exitCode: exitCodes.unexpected, text: write(expected ? message : (stack ?? String(error)), []) }
}

type Write = (message: string, advice: readonly (string | undefined)[]) => string

function explainRefusal(error: DailiesError, situation: Situation, write: Write): Explained {
  const { status, errors, requestId } = error
  const fields = errors.map(({ path, message }) => `${place(path, situation.command)}: ${oneLine(message)}`)
  const message = status === 401 ? signInMessage(situation) : messageOf(error)
  const id = requestId === undefined ? undefined : `Request ${oneLine(requestId)}`
  return { exitCode: exitCodeOf(status), text: write(message, [...fields, adviceFor(error, situation), id]) }
}

/** The server's message repeats the first field error; here all field errors are listed below with their flags. */
function messageOf({ status, errors, message }: DailiesError): string {
  if (errors.length === 0) return oneLine(message)
  return status === 400 ? 'The input is not valid:' : 'The server rejected the request:'
}

function signInMessage({ url, signedIn }: Situation): string {
  const where = url === undefined ? '' : ` to ${url}`
  return signedIn
    ? 'The server rejected your credential: it is unknown, expired or revoked.'
    : `You are not signed in${where}.`
}

function adviceFor(error: DailiesError, { command, url }: Situation): string | undefined {
  const { status, code, retryAfter } = error
  if (status === 401)
    return `Run \`dailies login${url === undefined ? '' : ` --url ${url}`}\`, or set DAILIES_API_KEY.`
  if (code === 'insufficient_scope')
    return 'Run `dailies login` again and allow this scope, or use a key that has it.'
  if (code === 'session_required') return 'Use the web app for this: `dailies open`.'
  if (status === 404) return notFoundAdvice(command)
  if (status === 400 && command) return helpHint(command)
  if (status === 429) return `Try again in ${retryAfter ?? 60} seconds.`
  if (status >= 500)
    return 'Try again. If the error persists, give the request ID to the administrator of the server.'
  return undefined
}

function notFoundAdvice(command: Command | undefined): string {
  const [arg] = command?.args ?? []
  if (arg === undefined)
    return 'Check the IDs. Objects that you may not see look the same as objects that do not exist.'
  const noun = arg.name.replace(/-id$/, '')
  return `Check <${arg.name}>: is it the ID of a ${noun.replaceAll('-', ' ')} that you may see?`
}

function helpHint({ words }: Command): string {
  return `See \`dailies ${words.join(' ')} --help\`.`
}

/** The flag or argument that a JSON pointer refers to. */
function place(pointer: string, command: Command | undefined): string {
  const keys = pointer.split('/').slice(1)
  const argument = command?.operation?.args.find(({ key }) => key === keys[0])
  if (argument) return `<${argument.name}>`
  const field = command?.operation?.fields.find(({ path }) => path.every((key, i) => keys[i] === key))
  if (!field) return keys.join('.') || 'input'
  const rest = keys.slice(field.path.length).filter((key) => !(field.kind === 'id' && key === 'id'))
  const inside = rest.map((key) => (/^\d+$/.test(key) ? `item ${Number(key) + 1}` : key)).join(', ')
  return `--${field.flag}${inside === '' ? '' : ` (${inside})`}`
}

function reasonOf({ cause }: Error): string {
  const inner = (cause as { cause?: { code?: string } } | undefined)?.cause
  const reasons: Record<string, string> = {
    ECONNREFUSED: 'connection refused',
    ENOTFOUND: 'unknown host',
    EAI_AGAIN: 'the host name could not be resolved',
  }
  const code = inner?.code
  return code === undefined ? '' : ` (${reasons[code] ?? code})`
}
