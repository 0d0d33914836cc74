import { fileURLToPath } from 'node:url'

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** An ffmpeg that takes as long for a video as playing it, for tests of what happens meanwhile. */
export const slowFfmpeg = path('./slow-ffmpeg.sh')

/** An ffmpeg that takes a quarter as long. */
export const briskFfmpeg = path('./brisk-ffmpeg.sh')
