import type { FileDetails } from '@dailies/sdk'

/** `Shot 10_v3_01000412.png`: the name, the revision and the timecode without colons, as editors name stills. */
export function stillName(
  { name, stack }: Pick<FileDetails, 'name' | 'stack'>,
  timecode: string | undefined,
  withDrawing: boolean,
): string {
  const stem = name.replace(/\.[^.]{1,8}$/, '').replace(/[\\/:*?"<>|\p{Cc}]+/gu, '_') || 'still'
  const digits = timecode?.replace(/\D+/g, '')
  return `${[stem, `v${stack.number}`, digits, withDrawing && 'drawing'].filter(Boolean).join('_')}.png`
}
