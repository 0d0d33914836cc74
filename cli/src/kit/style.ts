/** Functions that colour text, or return it unchanged when colours are off. */
export type Style = {
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
  cyan(text: string): string
}

export function createStyle(coloured: boolean): Style {
  const paint = (on: number, off: number) => (text: string) =>
    coloured ? `\x1b[${on}m${text}\x1b[${off}m` : text
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  }
}
