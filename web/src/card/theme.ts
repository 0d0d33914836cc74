// The look of the host: its theme, its colours and fonts, and the room that it leaves.
import type { HostContext } from './host.ts'

/** Text on a background: with only a part of them, the contrast would be a matter of luck. */
const colours = [
  '--color-background-primary',
  '--color-background-secondary',
  '--color-text-primary',
  '--color-text-secondary',
  '--color-border-primary',
]
const others = ['--font-sans', '--font-mono', '--border-radius-md']

export function applyContext({ theme, styles, safeAreaInsets, containerDimensions }: HostContext): void {
  const { style, dataset } = document.documentElement
  if (theme) dataset.theme = theme
  const variables = styles?.variables
  if (variables) {
    const complete = colours.every((name) => variables[name])
    for (const name of [...(complete ? colours : []), ...others])
      if (variables[name]) style.setProperty(name, variables[name])
  }
  if (safeAreaInsets) {
    const { top, right, bottom, left } = safeAreaInsets
    style.padding = [top, right, bottom, left].map((inset) => `${inset}px`).join(' ')
  }
  // A host with a fixed height scrolls the card inside.
  if (containerDimensions) dataset.height = containerDimensions.height === undefined ? 'own' : 'fixed'
}
