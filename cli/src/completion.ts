// Completion: the words that may come next, for `dailies __complete`, which the scripts of the shells call at each Tab.
import { below, findCommand } from './catalogue.ts'
import { fieldShapes, globalFlags } from './flags.ts'
import { adminCommands } from './generated/commands.ts'
import type { Io } from './io.ts'
import type { Flag } from './kit/flags.ts'
import { serverCommands } from './kit/server-commands.ts'
import { openConfigFile } from './settings/config-file.ts'

type Candidate = readonly [word: string, help?: string]

/** Candidates for the last word, as lines of `word<Tab>help`. Empty: the shell completes file names. */
export async function complete(words: readonly string[], io: Io): Promise<string> {
  const current = words.at(-1) ?? ''
  const candidates = await candidatesFor(words.slice(0, -1), current, io)
  return candidates
    .filter(([word]) => word.startsWith(current))
    .map(([word, help = '']) => `${word}\t${help}\n`)
    .join('')
}

async function candidatesFor(before: readonly string[], current: string, io: Io): Promise<Candidate[]> {
  if (before[0] === 'admin') return adminCandidates(before, current)
  const previous = before.at(-1)
  const plain = wordsOnly(before)
  const { command, words, group } = findCommand(plain)
  if (previous?.startsWith('--')) {
    const values = await valuesOf(previous.slice(2), command, io)
    if (values !== undefined) return values
  }
  if (current.startsWith('-')) return flagsOf(command)
  if (command && words.length < plain.length) return argumentsOf(words)
  if (command && group.length === 1) return argumentsOf(words)
  if (words.length < plain.length) return []
  const next = new Map(
    group
      .filter((one) => one.words.length > words.length)
      .map((one) => candidateOf(one.words, words.length, one.summary)),
  )
  return [...next, ...(words.length === 0 ? serverCommands : [])]
}

type Found = ReturnType<typeof findCommand>['command']

function candidateOf(words: readonly string[], at: number, summary: string): [string, string] {
  const word = words[at]!
  return [word, words.length > at + 1 ? `${below(words.slice(0, at + 1)).length} commands` : summary]
}

/** The words without flags and their values. */
function wordsOnly(words: readonly string[]): string[] {
  return words.filter((word, i) => {
    const flag = words[i - 1]
    const value =
      flag?.startsWith('--') && globalFlags.some(({ name, value }) => value && `--${name}` === flag)
    return !word.startsWith('-') && !value
  })
}

/** Undefined when the flag takes no value. */
async function valuesOf(flag: string, command: Found, io: Io): Promise<Candidate[] | undefined> {
  const field = command?.operation?.fields.find((field) => field.flag === flag)
  if (field) return field.kind === 'boolean' ? undefined : (field.values ?? []).map((value) => [value])
  const own = allFlags(command).find(({ name }) => name === flag)
  if (own === signInProfile) return profileNames(io)
  if (!own?.value) return flag.endsWith('-file') ? [] : undefined
  return (own.values ?? []).map((value) => [value])
}

/** A command may have a flag of the same name, such as `check`. */
const signInProfile = globalFlags.find(({ name }) => name === 'profile')

/** A flag of the command hides a global flag of the same name. */
function allFlags(command: Found): Flag[] {
  const own = command?.flags ?? []
  return [...own, ...globalFlags.filter((flag) => own.every(({ name }) => name !== flag.name))]
}

async function profileNames(io: Io): Promise<Candidate[]> {
  const { profiles } = await openConfigFile(io.environment.configFolder).read()
  return Object.entries(profiles).map(([name, { url }]) => [name, url])
}

function flagsOf(command: Found): Candidate[] {
  const fields = command?.operation?.fields ?? []
  const help = new Map(fields.map((field) => [field.flag, field.help ?? '']))
  const own: Candidate[] = fieldShapes(fields).map(({ name }) => [`--${name}`, help.get(name) ?? ''])
  return [...own, ...allFlags(command).map(({ name, help }): Candidate => [`--${name}`, help])]
}

function argumentsOf(words: readonly string[]): Candidate[] {
  return words.join(' ') === 'completion' ? [['bash'], ['zsh'], ['fish']] : []
}

function adminCandidates(before: readonly string[], current: string): Candidate[] {
  const found = adminCommands.find(({ words }) => words.every((word, i) => before[i] === word))
  if (found) {
    if (!current.startsWith('-')) return []
    return [...found.flags.map(({ name, help }): Candidate => [`--${name}`, help]), ['--json'], ['--help']]
  }
  const next = adminCommands.filter(({ words }) => before.every((word, i) => words[i] === word))
  return [
    ...new Map(
      next.map(({ words, summary }) => [
        words[before.length]!,
        words.length > before.length + 1 ? '' : summary,
      ]),
    ),
  ]
}
