// The waveform of the audio. The server computes the peaks, so that the page need not load and decode the audio.
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { derivativeQuery, namedBy } from '../../data/derivatives.ts'
import styles from './waveform.module.css'

/** The output of audiowaveform: the minimum and the maximum of each pixel, from -128 to 127. */
type Peaks = { data: number[]; length: number }

/**
 * The content security policy allows the style of each of these heights by hash: wavesurfer writes it into its own
 * element.
 */
export type WaveformHeight = 36 | 240

export function Waveform({ url, seconds, height }: { url: string; seconds: number; height: WaveformHeight }) {
  const { data: peaks } = useQuery(derivativeQuery<Peaks>(url, (answer) => answer.json()))
  const draw = useCallback(
    (container: HTMLDivElement) => {
      if (!peaks) return
      const cancelled = new AbortController()
      void drawPeaks(container, peaks, seconds, height, cancelled.signal)
      return () => cancelled.abort()
    },
    [peaks, seconds, height],
  )
  // Recreated for other peaks.
  return (
    <div
      key={namedBy(url)}
      ref={draw}
      className={styles.waveform}
      data-height={height}
      data-drawn={peaks && 'true'}
      aria-hidden="true"
    />
  )
}

/** Below this, of 128, the audio counts as silence. */
const faintest = 4

async function drawPeaks(
  container: HTMLDivElement,
  { data }: Peaks,
  seconds: number,
  height: WaveformHeight,
  cancelled: AbortSignal,
): Promise<void> {
  const { default: WaveSurfer } = await import('wavesurfer.js')
  if (cancelled.aborted) return
  // Quiet passages stay visible: the loudest one fills the height.
  const loudest = data.reduce((most, value) => Math.max(most, Math.abs(value)), faintest)
  const pairs = Array.from({ length: data.length >> 1 }, (_, pixel) => pixel * 2)
  const drawn = WaveSurfer.create({
    container,
    height,
    duration: seconds,
    // The maximum above the middle, the minimum below.
    peaks: [pairs.map((at) => data[at + 1]! / loudest), pairs.map((at) => data[at]! / loudest)],
    normalize: false,
    interact: false,
    cursorWidth: 0,
    waveColor: '#8a8a8a',
    progressColor: '#8a8a8a',
  })
  cancelled.addEventListener('abort', () => drawn.destroy())
}
