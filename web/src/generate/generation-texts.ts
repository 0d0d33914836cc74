// The status texts of a generation, and how often it is polled.
import type { FileDetails, Generation } from '@dailies/sdk'
import { sizeInWords } from '../ui/size.ts'
import { typeName } from './generation-form.ts'

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

/** Changes that the server made to attached images so that the provider accepts them, one line each. */
export function adjustmentsInWords({ attachments, adjustments }: Generation): string[] {
  return adjustments.map(({ attachment, changes, from, to }) => {
    const number = attachments.findIndex(({ id }) => id === attachment.id) + 1
    const size = ({ width, height }: typeof from) => `${width} × ${height}`
    const texts: Record<(typeof changes)[number], string> = {
      CONVERTED: `converted from ${typeName(from.mimeType)} to ${typeName(to.mimeType)}`,
      DOWNSCALED: `downscaled from ${size(from)} to ${size(to)} pixels`,
      COMPRESSED: `compressed from ${sizeInWords(from.size)} to ${sizeInWords(to.size)}`,
      FIRST_FRAME: 'only its first frame was sent',
    }
    return `Reference ${number}: ${changes.map((change) => texts[change]).join(', ')}`
  })
}

const interval = 4_000
let watched = 0

/** Registers a visible generation; the returned function unregisters it. */
export function watch(): () => void {
  watched++
  return () => {
    watched--
  }
}

/** Milliseconds between two polls of one generation: the more of them are visible, the less often each is polled. */
export function pollEvery(): number {
  return interval * Math.max(1, watched)
}
