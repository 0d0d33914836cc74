// Arguments and flags: how they are declared, and how the words of a command line are parsed into them.
import { usageError } from './errors.ts'
import { didYouMean } from './suggest.ts'

export type Argument = {
  /** As help shows it, such as `project-id`. */
  name: string
  help: string
  /** Its name in the input. */
  key?: string
  optional?: true
  /** It takes all words that are left. */
  many?: true
}

/** A flag of a command that is not an operation, or of all commands. */
export type Flag = {
  name: string
  short?: string
  /** How help calls its value; without one it is a switch. */
  value?: string
  /** The value may be left out. */
  valueOptional?: true
  many?: true
  values?: readonly string[]
  help: string
}

/** A flag may have been given several times; a switch has `true`, and `false` as `--no-…`. */
export type Values = Map<string, (string | boolean)[]>

export type Parsed = { args: string[]; values: Values }

/** What the parser has to know of a flag. */
export type FlagShape = Pick<Flag, 'name' | 'short' | 'value' | 'valueOptional'> & { negatable?: boolean }

/** Of two shapes with one name the first counts: a command's own flag goes before a global one. */
export function parseWords(words: readonly string[], shapes: readonly FlagShape[]): Parsed {
  const parsed: Parsed = { args: [], values: new Map() }
  for (let i = 0; i < words.length; ) i = takeWord(words, i, shapes, parsed)
  return parsed
}

/** Takes the word at `i`, and its value; returns where to go on. */
export function takeWord(
  words: readonly string[],
  i: number,
  shapes: readonly FlagShape[],
  { args, values }: Parsed,
): number {
  const word = words[i]!
  if (word === '--') {
    args.push(...words.slice(i + 1))
    return words.length
  }
  if (word === '-' || !word.startsWith('-')) {
    args.push(word)
    return i + 1
  }
  const { shape, negated, inline } = findFlag(word, shapes)
  const add = (value: string | boolean) => values.set(shape.name, [...(values.get(shape.name) ?? []), value])
  if (shape.value === undefined) {
    add(inline ?? !negated)
    return i + 1
  }
  if (inline !== undefined) {
    add(inline)
    return i + 1
  }
  const next = words[i + 1]
  const missing = next === undefined || (next.startsWith('-') && isFlag(next, shapes))
  if (missing && !shape.valueOptional)
    throw usageError(
      `--${shape.name} needs a value.`,
      `Write --${shape.name}=VALUE if it starts with dashes.`,
    )
  add(missing ? true : next!)
  return missing ? i + 1 : i + 2
}

function findFlag(word: string, shapes: readonly FlagShape[]) {
  const [, dashes, name, , inline] = /^(--?)([^=]*)(=([\s\S]*))?$/.exec(word)!
  const found = shapes.find((shape) => (dashes === '--' ? shape.name === name : shape.short === name))
  if (found && (inline === undefined || found.value !== undefined || found.negatable))
    return { shape: found, negated: false, inline }
  if (found) throw usageError(`--${name} takes no value.`)
  const positive = shapes.find((shape) => shape.negatable && `no-${shape.name}` === name)
  if (positive && inline === undefined) return { shape: positive, negated: true, inline }
  const names = shapes.flatMap((shape) => [
    `--${shape.name}`,
    ...(shape.negatable ? [`--no-${shape.name}`] : []),
  ])
  throw usageError(`There is no flag ${dashes}${name} here.${didYouMean(`--${name}`, names)}`)
}

function isFlag(word: string, shapes: readonly FlagShape[]): boolean {
  const name = word.split('=')[0]!
  return shapes.some(
    (shape) =>
      `--${shape.name}` === name ||
      `-${shape.short}` === name ||
      (shape.negatable && `--no-${shape.name}` === name),
  )
}

/** The last value of a flag. */
export function lastText(values: Values, name: string): string | undefined {
  const value = values.get(name)?.at(-1)
  return typeof value === 'string' ? value : undefined
}

export function isOn(values: Values, name: string): boolean {
  return values.get(name)?.at(-1) === true
}
