// Help pages: a usage line and sections of two columns, wrapped to the width of the terminal.
import type { Flag } from './flags.ts'
import type { Style } from './style.ts'
import { pad, width, wrap } from './terminal-text.ts'

export type Page = { style: Style; columns: number }

export type Row = readonly [left: string, right: string]

/** Longer lines are hard to read. */
const widest = 100

export function flagRows(flags: readonly Flag[]): Row[] {
  return flags.map(({ name, short, value, valueOptional, help }): Row => {
    const shown = value === undefined ? '' : valueOptional ? ` [${value}]` : ` ${value}`
    return [`${short === undefined ? '' : `-${short}, `}--${name}${shown}`, help]
  })
}

export function usage(line: string, { style, columns }: Page): string {
  return `${style.bold('Usage')}\n  ${wrap(line, Math.min(columns, widest) - 6).join('\n      ')}\n`
}

/** A shell command, wrapped with backslashes outside of quotes. */
export function exampleText(line: string, { columns }: Page): string {
  const lines = ['']
  for (const word of line.match(/(?:"[^"]*"|'[^']*'|\S)+/g) ?? []) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.at(-1) === '' || width(longer) <= columns - 8) lines[lines.length - 1] = longer.trimStart()
    else lines.push(word)
  }
  return `  ${lines.join(' \\\n      ')}\n`
}

export function paragraph(text: string, { columns }: Page): string {
  return wrap(text, Math.min(columns, widest)).join('\n')
}

/** Two columns. The text of a long left cell starts on the next line. */
export function section(title: string, rows: readonly Row[], { style, columns }: Page): string {
  const left = Math.min(28, Math.max(...rows.map(([word]) => width(word))))
  const textColumns = Math.max(20, Math.min(columns, widest) - left - 4)
  const lines = rows.flatMap(([word, text]) => {
    const [first = '', ...others] = wrap(text, textColumns)
    const indent = ' '.repeat(left + 4)
    const head =
      width(word) > left
        ? [`  ${style.cyan(word)}`, `${indent}${first}`]
        : [`  ${style.cyan(pad(word, left))}  ${first}`]
    return [...head, ...others.map((line) => indent + line)]
  })
  return `${style.bold(title)}\n${lines.map((line) => `${line.trimEnd()}\n`).join('')}`
}
