// Measures an image, a document or a 3D model. A child in the sandbox opens the file; its answer is checked, because a hostile file may
// have taken it over.

import type { FindTools } from '../../children/find-tools.ts'
import { runDecoder } from '../../children/run-decoder.ts'
import { MediaFailure, type MediaInfo, type Work } from '../../processor.ts'
import { KindMeasured } from './measured.ts'

/** For files of the kinds IMAGE, DOCUMENT and MODEL. */
export async function measureKind(find: FindTools, work: Work, info: MediaInfo): Promise<KindMeasured> {
  void find
  void info
  const answer = KindMeasured.safeParse(await runDecoder<unknown>('measure-kind', work))
  if (!answer.success) throw new MediaFailure('unreadable', 'The file is broken and cannot be measured.')
  return answer.data
}
