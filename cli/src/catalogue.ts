// Every command there is. What an operation does not say of itself is loaded when it is run.
import type { Command } from './command.ts'
import { eventsCommand } from './commands/events.ts'
import { downloadCommand, generateCommand, uploadCommand, waitCommand } from './commands/files.ts'
import { completionCommand, openCommand } from './commands/little.ts'
import { loginCommand, logoutCommand, profileCommands } from './commands/sign-in.ts'
import { listenCommand } from './commands/webhooks.ts'
import { operations } from './generated/commands.ts'
import { operationCommand } from './operation-command.ts'

/** What the server's own program takes: see main.ts. */
export const serverCommands: readonly [string, string][] = [
  ['all', 'Run the API and the jobs, in one process'],
  ['serve', 'Run the API only'],
  ['worker', 'Run the jobs only'],
  ['migrate', 'Bring the database up to date'],
  ['admin', 'Workspaces, users, API keys, backup and restore'],
]

export const commands: readonly Command[] = [
  loginCommand,
  logoutCommand,
  whoami(),
  ...profileCommands,
  openCommand,
  completionCommand,
  eventsCommand,
  uploadCommand,
  downloadCommand,
  waitCommand,
  listenCommand,
  ...operations.map((operation) => {
    const command = operationCommand(operation)
    return operation.client === 'files.generate' ? generateCommand(command) : command
  }),
]

function whoami(): Command {
  const ping = operationCommand(operations.find(({ client }) => client === 'ping')!)
  return {
    ...ping,
    words: ['whoami'],
    summary: 'Show which workspace you are signed in to, and what you may do.',
    examples: ['dailies whoami'],
  }
}

export type Found = { command: Command | undefined; words: string[]; group: readonly Command[] }

/** The command that the words begin with, or the group that they lead to. */
export function findCommand(words: readonly string[]): Found {
  const taken: string[] = []
  for (const word of words) {
    if (below([...taken, word]).length === 0) break
    taken.push(word)
  }
  const command = commands.find(
    (command) => command.words.length === taken.length && startsWith(command.words, taken),
  )
  return { command, words: taken, group: below(taken) }
}

export function below(words: readonly string[]): readonly Command[] {
  return commands.filter((command) => startsWith(command.words, words))
}

function startsWith(words: readonly string[], start: readonly string[]): boolean {
  return start.every((word, i) => words[i] === word)
}
