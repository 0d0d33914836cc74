// The child's side of `run-mark.ts`: draws overlays for videos, and draws the mark into images.
import sharp from 'sharp'
import { answerParent } from '../../sandbox/answer-parent.ts'
import { drawMark, loadFonts } from './draw-mark.ts'
import { cut, markImage } from './draw-marked-image.ts'
import type { DrawnOverlay, MarkAnswer, MarkInput } from './run-mark.ts'

answerParent(async ({ mark, fonts, overlay, images }: MarkInput, send): Promise<MarkAnswer> => {
  await loadFonts(fonts)
  let drawn: DrawnOverlay | null = null
  if (overlay) {
    const { data, width, height, left, top } = cut(await drawMark(mark, overlay), overlay)
    await sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toFile(overlay.target)
    drawn = { left, top }
  }
  for (const [n, image] of images.entries()) {
    await markImage(mark, image)
    send({ progress: (n + 1) / images.length })
  }
  return { drawn }
})
