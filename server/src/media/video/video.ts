// Videos and audio. The poster comes first, then captions, the proxy and the waveform.
import { audioSteps } from '../audio/audio.ts'
import { tracksStep } from '../audio/tracks.ts'
import { waveformStep } from '../audio/waveform.ts'
import type { FindTools } from '../children/find-tools.ts'
import type { MediaInfo, Processor, Step } from '../processor.ts'
import { captionsStep } from './captions.ts'
import { closedCaptionsStep } from './closed-captions.ts'
import { posterStep } from './poster.ts'
import { probe } from './probe.ts'
import { proxyStep } from './proxy.ts'
import { renditionsStep } from './renditions.ts'

/** For `video/*`, `audio/*` and MXF: only the tracks tell whether a file is a video or audio, never its type. */
export function videoProcessor(find: FindTools): Processor {
  return {
    probe: (work) => probe(find, work),
    steps: (info) => stepsOf(find, info),
    renditions: (info, wanted) => renditionsStep(find, info, wanted),
  }
}

function stepsOf(find: FindTools, info: MediaInfo): Step[] {
  const { kind, hasAudio, captionTracks } = info
  const captions = captionTracks ? [captionsStep(find)] : []
  if (kind === 'AUDIO') return [...captions, ...audioSteps(find, info)]
  return [
    posterStep(find),
    ...captions,
    proxyStep(find),
    ...(hasAudio ? [waveformStep(find), tracksStep(find)] : []),
    ...(captionTracks ? [closedCaptionsStep(find)] : []),
  ]
}
