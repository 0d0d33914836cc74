// Text as SVG outlines, in fonts from packages, so that they look alike on every machine.
import { readFileSync } from 'node:fs'
import satori from 'satori'
import { latin } from '../../generation/fonts.ts'

export type Style = Record<string, string | number>

const fonts = [
  { name: latin.family, weight: 400 as const, data: readFileSync(latin.regular) },
  { name: latin.family, weight: 700 as const, data: readFileSync(latin.bold) },
]

/** An SVG of this size with the lines below each other. */
export function renderLines(
  size: { width: number; height: number },
  lines: [string, Style][],
  style: Style = {},
) {
  const children = lines.map(([words, look]) => ({ type: 'div', props: { style: look, children: words } }))
  const box = { display: 'flex', flexDirection: 'column', ...size, ...style }
  return satori({ type: 'div', props: { style: box, children } } as Parameters<typeof satori>[0], {
    ...size,
    fonts,
  })
}

/** Places an SVG inside another one. */
export function placed(svg: string, x: number, y: number): string {
  return svg.replace('<svg ', `<svg x="${x.toFixed(1)}" y="${y.toFixed(1)}" `)
}
