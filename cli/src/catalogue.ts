// The list of all commands. The code of a command is loaded when it runs.

import { checkCommand } from './commands/check-declaration.ts'
import {
  archiveCommand,
  completionCommand,
  downloadCommand,
  eventsCommand,
  generateCommand,
  inboxCommand,
  listenCommand,
  loginCommand,
  logoutCommand,
  openCommand,
  profileCommands,
  uploadCommand,
  verifyCommand,
  viewCommand,
  waitCommand,
} from './commands/declarations.ts'
import type { Command } from './declaration.ts'
import { operations } from './generated/commands.ts'
import { commandsBelow, type Found, findCommand as findCommandIn } from './kit/find-command.ts'
import { operationCommand } from './operation-command.ts'

/** Commands of operations that do more than print the result. */
const extended: Record<string, (command: Command) => Command> = {
  'files.generate': generateCommand,
  'files.view': viewCommand,
}

export const commands: readonly Command[] = [
  loginCommand,
  logoutCommand,
  whoami(),
  ...profileCommands,
  openCommand,
  inboxCommand,
  completionCommand,
  eventsCommand,
  uploadCommand,
  downloadCommand,
  archiveCommand,
  waitCommand,
  listenCommand,
  verifyCommand,
  checkCommand,
  ...operations.map((operation) => {
    const command = operationCommand(operation)
    return extended[operation.client]?.(command) ?? command
  }),
]

function whoami(): Command {
  const ping = operationCommand(operations.find(({ client }) => client === 'ping')!)
  return {
    ...ping,
    words: ['whoami'],
    summary: 'Show the workspace you are signed in to and your scopes.',
    examples: ['dailies whoami'],
  }
}

/** The command that the words begin with, or the group that they lead to. */
export function findCommand(words: readonly string[]): Found<Command> {
  return findCommandIn(commands, words)
}

export function below(words: readonly string[]): readonly Command[] {
  return commandsBelow(commands, words)
}
