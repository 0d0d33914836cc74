// The errors of commands, for the `dailies` CLI and the admin commands of the server.
import type { Style } from './style.ts'
import { printableLines } from './terminal-text.ts'

/** `message` says what happened in one line, `advice` what to do next in another. */
export class CommandError extends Error {
  override name = 'CommandError'
  readonly exitCode: number
  readonly advice: string | undefined

  constructor(exitCode: number, message: string, advice?: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
    this.advice = advice
  }
}

/** The command was called wrongly. */
export function usageError(message: string, advice?: string): CommandError {
  return new CommandError(2, message, advice)
}

/** The command was called correctly, but cannot do what it was asked to do. */
export function failure(message: string, advice?: string, options?: ErrorOptions): CommandError {
  return new CommandError(1, message, advice, options)
}

/** An error as the terminal shows it: the message, then a line for each piece of advice. */
export function errorText(
  message: string,
  advice: readonly (string | undefined)[] = [],
  style?: Style,
): string {
  const program = style?.red('dailies:') ?? 'dailies:'
  const lines = advice.filter((line) => line !== undefined).map((line) => `  ${printableLines(line)}`)
  return [`${program} ${printableLines(message)}`, ...lines].join('\n')
}
