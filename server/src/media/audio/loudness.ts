// Reads the measurements that ffmpeg's ebur128 writes when it ends (EBU R 128, ITU-R BS.1770).

export type Loudness = {
  /** In LUFS. */
  integrated: number
  /** In LU. */
  range: number
  /** In dBTP. */
  truePeak: number
}

/** The frames are logged on a level that is not shown: only the summary is. */
export const measureLoudness = 'ebur128=peak=true:framelog=verbose'

/** Nothing is louder than this gate in silence, and in audio that is shorter than the 400 ms which the measurement needs. */
const gate = -70

/** Returns null for silence. */
export function readLoudness(log: string): Loudness | null {
  const summary = log.slice(log.lastIndexOf('Integrated loudness:'))
  const number = (form: RegExp) => Number(form.exec(summary)?.[1] ?? 'NaN')
  const integrated = number(/\bI:\s+(-?[\d.]+) LUFS/)
  const range = number(/\bLRA:\s+(-?[\d.]+) LU/)
  const truePeak = number(/\bPeak:\s+(-?[\d.]+) dBFS/)
  if (![integrated, range, truePeak].every(Number.isFinite) || integrated <= gate) return null
  return { integrated, range, truePeak }
}
