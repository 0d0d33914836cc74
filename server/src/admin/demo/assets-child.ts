// Renders the files of the demo in a child process, so that the server stays responsive.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { answerParent } from '../../sandbox/answer-parent.ts'
import { makeClapperModel } from './clapper-model.ts'
import { placed, renderLines } from './render-text.ts'
import { renderVideo } from './render-video.ts'
import { drawScene, looks } from './scene.ts'

export type AssetsOrder = { folder: string; ffmpeg: string | null }

sharp.concurrency(1)

answerParent(async ({ folder, ffmpeg }: AssetsOrder) => {
  await writeFile(join(folder, 'poster.png'), await drawPoster())
  await writeFile(join(folder, 'clapper.glb'), await makeClapperModel())
  if (ffmpeg === null) return 'done'
  await Promise.all(looks.map((look) => renderVideo(ffmpeg, look, join(folder, `shot-${look.label}.mp4`))))
  return 'done'
})

/** The film poster: the shot in portrait format, with a title. */
async function drawPoster(): Promise<Buffer> {
  const size = { width: 1200, height: 1800 }
  const centred = { alignItems: 'center', justifyContent: 'flex-start' }
  const title = await renderLines(
    { width: 1200, height: 420 },
    [
      ['A FILM BY MIRA LINDQVIST', { fontSize: 26, letterSpacing: 10, color: '#c9c3bd' }],
      [
        'NIGHT',
        {
          fontSize: 150,
          fontWeight: 700,
          letterSpacing: 44,
          color: '#f7ead0',
          lineHeight: 1.15,
          marginLeft: 44,
        },
      ],
      [
        'HARBOUR',
        {
          fontSize: 96,
          fontWeight: 700,
          letterSpacing: 28,
          color: '#f0b45c',
          lineHeight: 1.1,
          marginLeft: 28,
        },
      ],
    ],
    centred,
  )
  const foot = await renderLines(
    { width: 1200, height: 120 },
    [['IN CINEMAS THIS AUTUMN', { fontSize: 30, letterSpacing: 12, color: '#e8e2da' }]],
    centred,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${attributes(size)}>
<svg x="0" y="0" ${attributes(size)} viewBox="60 -330 820 1230" preserveAspectRatio="xMidYMid slice">${drawScene(poster, 1.9)}</svg>
${placed(title, 0, 150)}${placed(foot, 0, 1660)}</svg>`
  return sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 9 }).toBuffer()
}

const poster = { ...looks[1], boatSpeed: 205, moon: { x: 700, y: 170, radius: 58 } }

function attributes({ width, height }: { width: number; height: number }): string {
  return `width="${width}" height="${height}"`
}
