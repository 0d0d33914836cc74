import type { Archive } from '@dailies/sdk'
import { sizeInWords } from '../ui/size.ts'

const number = new Intl.NumberFormat('en')

const reasons: Record<Archive['skipped'][number]['reason'], string> = {
  YOUTUBE: 'on YouTube',
  NOT_READY: 'not ready',
  NO_PROXY: 'without a proxy',
}

/** “Downloading Shots.zip, 1.2 GB. Left out: a.mov (not ready) and 3 more files.” */
export function downloadText({ name, byteSize, skipped, skippedCount }: Archive): string {
  const started = `Downloading ${name}, ${sizeInWords(byteSize)}.`
  if (skippedCount === 0) return started
  const named = skipped.slice(0, 2).map((file) => `${file.name} (${reasons[file.reason]})`)
  const more = skippedCount - named.length
  const rest = more === 0 ? '' : ` and ${number.format(more)} more ${more === 1 ? 'file' : 'files'}`
  return `${started} Left out: ${named.join(', ')}${rest}.`
}
