// The state of a generation in words, and how often it is asked for.
import type { FileDetails } from '@dailies/sdk'

export function isUnderWay(file: FileDetails | undefined): boolean {
  return file?.status === 'GENERATING'
}

export function stateInWords({ generation, failure }: Pick<FileDetails, 'generation' | 'failure'>): string {
  if (!generation) return ''
  const { state, progress, position, provider } = generation
  const doing = provider === 'local' ? 'Generating draft' : 'Generating'
  if (state === 'QUEUED') return position ? `Queued, ${position} ahead` : 'Queued, next'
  if (state === 'STARTING') return 'Starting'
  if (state === 'RUNNING') return progress === null ? doing : `${doing}, ${Math.floor(progress * 100)} %`
  if (state === 'FETCHING') return 'Almost there'
  if (state === 'CANCELLED') return 'Cancelled'
  if (state === 'FAILED') return failure?.message ?? 'Generation failed.'
  return ''
}

const interval = 4_000
let watched = 0

/** Says that a generation is on the page, until what it gives back is called. */
export function watch(): () => void {
  watched++
  return () => {
    watched--
  }
}

/** Milliseconds between two looks at one generation: with more of them on the page each is looked at less often. */
export function pollEvery(): number {
  return interval * Math.max(1, watched)
}
