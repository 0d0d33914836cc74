// Clock times that people type and read. Timecodes and the arithmetic of frames are the server's (generated/frames.ts).

/** `H:MM:SS.mmm`, for audio. */
export function clockTime(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = `${twoDigits(minutes)}:${twoDigits(seconds % 60)}.${String(ms % 1000).padStart(3, '0')}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** Milliseconds of `90`, `1:30`, `1:30.5` or `0:01:30.500`. */
export function parseClockTime(text: string): number | undefined {
  const match = /^(?:(?:(\d{1,4}):)?(\d{1,4}):)?(\d{1,6})(?:[.,](\d{1,3}))?$/.exec(text)
  if (!match) return undefined
  const [hours, minutes, seconds] = match.slice(1, 4).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
  ]
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + Number((match[4] ?? '').padEnd(3, '0'))
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
