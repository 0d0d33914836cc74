// Renders the shot as a video with burnt-in shot, revision, timecode and frame number.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import sharp from 'sharp'
import { frameRate } from './annotation-shapes.ts'
import { placed, renderLines } from './render-text.ts'
import { drawScene, frameSize, type Look, shownArea } from './scene.ts'

const framesPerSecond = frameRate.num / frameRate.den
const frameCount = 6 * framesPerSecond

const { width, height } = frameSize
const digitWidth = 19

export async function renderVideo(ffmpeg: string, look: Look, path: string): Promise<void> {
  const encoder = spawn(ffmpeg, encoding(path), { env: {}, stdio: ['pipe', 'ignore', 'pipe'] })
  let complaint = ''
  encoder.stderr.on('data', (chunk) => {
    complaint = (complaint + chunk).slice(-2000)
  })
  // The exit code reports errors.
  encoder.stdin.on('error', () => {})
  const ended = once(encoder, 'close')
  const burnt = await burnIns(look)
  for (let frame = 0; frame < frameCount; frame++) {
    const pixels = await drawFrame(look, frame, burnt)
    if (!encoder.stdin.write(pixels)) await Promise.race([once(encoder.stdin, 'drain'), ended])
  }
  encoder.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`the video could not be rendered: ${complaint}`)
}

type BurnIns = { shot: string; revision: string; digits: Map<string, string> }

async function burnIns({ label }: Look): Promise<BurnIns> {
  const quiet = { fontSize: 24, color: '#b9bec9', letterSpacing: 2 }
  const line = { width: 600, height: 40 }
  const shot = await renderLines(line, [['NIGHT HARBOUR · SC 12 · SH 040', quiet]])
  const revision = await renderLines(line, [[label, { ...quiet, color: '#f0b45c', fontWeight: 700 }]], {
    alignItems: 'flex-end',
  })
  const digits = new Map<string, string>()
  for (const digit of '0123456789:') {
    const style = {
      fontSize: 30,
      color: '#e8eaee',
      width: digitWidth,
      justifyContent: 'center',
      display: 'flex',
    }
    digits.set(digit, await renderLines({ width: digitWidth, height: 44 }, [[digit, style]]))
  }
  return { shot, revision, digits }
}

async function drawFrame(look: Look, frame: number, burnt: BurnIns): Promise<Buffer> {
  const bar = `<rect width="${width}" height="${shownArea.top}" fill="#000"/>`
  const number = String(frame).padStart(4, '0')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
${drawScene(look, frame / framesPerSecond)}${bar}<g transform="translate(0 ${shownArea.top + shownArea.height})">${bar}</g>
${placed(burnt.shot, 48, 30)}${placed(burnt.revision, width - 648, 30)}
${writeDigits(timecode(frame), 48, burnt)}${writeDigits(number, width - 48 - number.length * digitWidth, burnt)}</svg>`
  return sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer()
}

function writeDigits(text: string, x: number, { digits }: BurnIns): string {
  return [...text].map((digit, i) => placed(digits.get(digit)!, x + i * digitWidth, 650)).join('')
}

function timecode(frame: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `01:00:${two(frame / framesPerSecond)}:${two(frame % framesPerSecond)}`
}

/** A soft chord that swells and fades, and the sea under it. */
const sound = `aevalsrc='(0.05*sin(2*PI*110*t)+0.04*sin(2*PI*164.8*t+sin(t))+0.03*sin(2*PI*220.6*t)+0.02*sin(2*PI*277.2*t))*(0.6+0.4*sin(0.9*t))':s=48000:c=stereo,afade=t=in:d=1`

function encoding(path: string): string[] {
  const seconds = frameCount / framesPerSecond
  const noise = `anoisesrc=c=brown:a=0.09:seed=7:r=48000,volume='0.5+0.5*sin(1.3*t)':eval=frame`
  const mix = `[1:a][2:a]amix=inputs=2:duration=longest:normalize=0,afade=t=out:st=${seconds - 1.2}:d=1.2[sound]`
  return [
    ...['-hide_banner', '-loglevel', 'error', '-y'],
    ...[
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgba',
      '-s',
      `${width}x${height}`,
      '-r',
      String(framesPerSecond),
      '-i',
      'pipe:0',
    ],
    ...['-f', 'lavfi', '-i', sound, '-f', 'lavfi', '-i', noise],
    ...['-filter_complex', mix, '-map', '0:v', '-map', '[sound]', '-t', String(seconds)],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '19', '-pix_fmt', 'yuv420p', '-g', '24'],
    ...[
      '-colorspace',
      'bt709',
      '-color_primaries',
      'bt709',
      '-color_trc',
      'bt709',
      '-vf',
      'scale=out_color_matrix=bt709:out_range=tv',
    ],
    ...['-c:a', 'aac', '-b:a', '128k', '-movflags', '+faststart', path],
  ]
}
