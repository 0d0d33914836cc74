// An error in words: what happened, which flags it is about, and what to do next.
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
    const advice = [`Is the server running there? --url, DAILIES_URL or a profile say where it is.`]
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

/** The message of an error with fields repeats the first of them, which are listed below it with their flags. */
function messageOf({ status, errors, message }: DailiesError): string {
  if (errors.length === 0) return oneLine(message)
  return status === 400 ? 'This is not valid:' : 'The server refused this:'
}

function signInMessage({ url, signedIn }: Situation): string {
  const where = url === undefined ? '' : ` to ${url}`
  return signedIn
    ? `The server does not accept your credential: it is unknown, expired or revoked.`
    : `You are not signed in${where}.`
}

function adviceFor(error: DailiesError, { command, url }: Situation): string | undefined {
  const { status, code, retryAfter } = error
  if (status === 401)
    return `Run \`dailies login${url === undefined ? '' : ` --url ${url}`}\`, or set DAILIES_API_KEY.`
  if (code === 'insufficient_scope')
    return 'Run `dailies login` again and allow it, or use a key that has the scope.'
  if (code === 'session_required') return 'Do it in the browser: `dailies open`.'
  if (status === 404) return notFoundAdvice(command)
  if (status === 400 && command) return helpHint(command)
  if (status === 429) return `Try again in ${retryAfter ?? 60} seconds.`
  if (status >= 500) return 'Try again. If it stays so, give the request id to whoever runs the server.'
  return undefined
}

function notFoundAdvice(command: Command | undefined): string {
  const [arg] = command?.args ?? []
  if (arg === undefined)
    return 'Check the ids: what others hide from you looks the same as what is not there.'
  const thing = arg.name.replace(/-id$/, '')
  return `Check <${arg.name}>: is it the id of a ${thing.replaceAll('-', ' ')} that you can see?`
}

function helpHint({ words }: Command): string {
  return `See \`dailies ${words.join(' ')} --help\`.`
}

/** The flag or argument that a JSON pointer leads to. */
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
  const words: Record<string, string> = {
    ECONNREFUSED: 'nothing listens there',
    ENOTFOUND: 'there is no such host',
    EAI_AGAIN: 'the name could not be looked up',
  }
  const code = inner?.code
  return code === undefined ? '' : ` (${words[code] ?? code})`
}
