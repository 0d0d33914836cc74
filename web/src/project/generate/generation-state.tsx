import type { File } from '@dailies/sdk'

export function GenerationState({ file }: { file: File }) {
  return <p>{file.status === 'GENERATING' ? 'Generating…' : 'It could not be generated'}</p>
}
