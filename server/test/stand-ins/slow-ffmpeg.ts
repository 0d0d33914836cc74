import { fileURLToPath } from 'node:url'

/** An ffmpeg that takes as long for a video as playing it, for tests of what happens meanwhile. */
export const slowFfmpeg = fileURLToPath(new URL('./slow-ffmpeg.sh', import.meta.url))
