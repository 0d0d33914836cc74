// Finding a command by the words it is called with.
import { type CommandError, usageError } from './errors.ts'
import { didYouMean } from './suggest.ts'

type Named = { words: readonly string[] }

export type Found<C> = {
  command: C | undefined
  /** The words that name the command or its group. */
  words: string[]
  /** The commands that start with these words. */
  group: readonly C[]
}

export function findCommand<C extends Named>(commands: readonly C[], words: readonly string[]): Found<C> {
  const taken: string[] = []
  for (const word of words) {
    if (commandsBelow(commands, [...taken, word]).length === 0) break
    taken.push(word)
  }
  const group = commandsBelow(commands, taken)
  return { command: group.find((command) => command.words.length === taken.length), words: taken, group }
}

/** The commands whose words start with these. */
export function commandsBelow<C extends Named>(
  commands: readonly C[],
  words: readonly string[],
): readonly C[] {
  return commands.filter((command) => words.every((word, i) => command.words[i] === word))
}

/** `prefix` stands before the words in messages: `admin` for `dailies admin …`. */
export function unknownCommand(
  commands: readonly Named[],
  words: readonly string[],
  prefix: readonly string[] = [],
): CommandError {
  const { words: taken, group } = findCommand(commands, words)
  const unknown = words[taken.length]!
  const known = group.map((command) => command.words[taken.length]).filter((word) => word !== undefined)
  const name = [...prefix, ...taken]
  return usageError(
    `There is no command "${[...name, unknown].join(' ')}".${didYouMean(unknown, known)}`,
    `See \`dailies ${[...name, '--help'].join(' ')}\`.`,
  )
}
