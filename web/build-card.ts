// The review card for conversations (src/card), as one HTML document: chat apps show it in a frame that loads nothing.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../server/src/surfaces/web/sources.ts'

const folder = join(root, 'web/src/card')

export async function buildCard(): Promise<string> {
  const { build } = await import('./bundler.ts')
  const { output } = await build({
    input: join(folder, 'card.ts'),
    output: { format: 'iife', minify: true },
    write: false,
  })
  const styles = ['../ui/tokens.css', 'card.css', 'sections.css'].map((name) =>
    readFile(join(folder, name), 'utf8'),
  )
  const [document, ...css] = await Promise.all([readFile(join(folder, 'card.html'), 'utf8'), ...styles])
  // As functions: a `$` in the code is no pattern. No text of the code may end the element that it is in.
  return document
    .replace('<style></style>', () => `<style>${css.map(smaller).join('')}</style>`)
    .replace('<script></script>', () => `<script>${output[0].code.replaceAll('</', '<\\/')}</script>`)
    .replaceAll(/>\s+</g, '><')
}

/** Without comments and indentation. */
function smaller(css: string): string {
  return css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s*([{}:;,>])\s+/g, '$1')
    .replaceAll(/\s+/g, ' ')
}
