// The documents that people read, and the code in them.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../../scripts/lib/repository.ts'

export type Block = { document: string; line: number; language: string; code: string }

/** The paths of Markdown files below the root: the guides and the files beside the code. */
export function documents(...patterns: string[]): string[] {
  return globSync(patterns, { cwd: root, exclude: (name) => name.includes('node_modules') }).sort()
}

export function readDocument(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** The fenced blocks of a document, in order. */
export function codeBlocks(document: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  for (const [i, line] of readDocument(document).split('\n').entries()) {
    const fence = /^```(\S*)/.exec(line)
    if (fence && !open) open = { document, line: i + 1, language: fence[1]!, code: '' }
    else if (fence && open) {
      blocks.push(open)
      open = undefined
    } else if (open) open.code += `${line}\n`
  }
  return blocks
}
