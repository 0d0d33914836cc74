// Film and sound. A still comes first, then what is played, then what is seen of its sound.
import { audioSteps } from './audio.ts'
import { posterStep } from './poster.ts'
import { probe } from './probe.ts'
import type { MediaInfo, Processor, Step } from './processor.ts'
import { proxyStep } from './proxy.ts'
import type { FindTools } from './tools.ts'
import { waveformStep } from './waveform.ts'

/** For `video/*`, `audio/*` and MXF: only the tracks tell whether a file is a film or sound, never its type. */
export function videoProcessor(find: FindTools): Processor {
  return { probe: (work) => probe(find, work), steps: (info) => stepsOf(find, info) }
}

function stepsOf(find: FindTools, info: MediaInfo): Step[] {
  const { kind, hasAudio } = info
  if (kind === 'AUDIO') return audioSteps(find, info)
  return [posterStep(find), proxyStep(find), ...(hasAudio ? [waveformStep(find)] : [])]
}
