// Arguments and flags: how they are declared, and how the words of a command line are parsed into them.
import { usageError } from './errors.ts'
import { didYouMean } from './suggest.ts'

export type Argument = {
  /** The name in help, such as `project-id`. */
  name: string
  help: string
  /** The key in the input. */
  key?: string
  optional?: true
  /** Takes all remaining words. */
  many?: true
}

/** A flag of a command, or of all commands. Fields of operations are declared as `Field`. */
export type Flag = {
  name: string
  short?: string
  /** The placeholder of the value in help; without one the flag is a switch. */
  value?: string
  /** The value is optional. */
  valueOptional?: true
  many?: true
  /** Offered by completion. The command decides whether it accepts others. */
  values?: readonly string[]
  help: string
}

/** The values of each flag, in order. A switch is `true`, or `false` when given as `--no-…`. */
export type Values = Map<string, (string | boolean)[]>

export type Parsed = { args: string[]; values: Values }

/** The part of a flag's declaration that the parser needs. */
export type FlagShape = Pick<Flag, 'name' | 'short' | 'value' | 'valueOptional'> & { negatable?: boolean }

/** When two shapes have the same name the first wins: a flag of the command hides a global flag. */
export function parseWords(words: readonly string[], shapes: readonly FlagShape[]): Parsed {
  const parsed: Parsed = { args: [], values: new Map() }
  for (let i = 0; i < words.length; ) i = takeWord(words, i, shapes, parsed)
  return parsed
}

/** Parses the word at `i`, and its value; returns the index of the next word. */
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
      `Write --${shape.name}=VALUE when the value starts with a dash.`,
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
  throw usageError(`Unknown flag ${dashes}${name}.${didYouMean(`--${name}`, names)}`)
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
