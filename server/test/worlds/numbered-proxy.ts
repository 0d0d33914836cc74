// A proxy whose frames have their numbers burnt in, as an object in the storage.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drawFrame, frameSize } from '../media-corpus/numbered-frames.ts'
import { newObject } from './samples.ts'
import type { World } from './world.ts'

/** 25 frames per second, in the order in which they are shown. */
export async function newNumberedProxy(world: World, frames: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-proxy-'))
  const path = join(folder, 'proxy.mp4')
  const size = `${frameSize.width}x${frameSize.height}`
  const args = `-v error -f rawvideo -pix_fmt rgb24 -s ${size} -r 25 -i - -c:v libx264 -pix_fmt yuv420p -bf 0 -g 12 -movflags +faststart`
  const input = Buffer.concat(Array.from({ length: frames }, (_, n) => drawFrame(n, frameSize)))
  const { status, stderr } = spawnSync('ffmpeg', [...args.split(' '), path], { input })
  if (status !== 0) throw new Error(String(stderr))
  const id = await newObject(world, readFileSync(path))
  rmSync(folder, { recursive: true })
  await world.database.sql`update objects set mime_type = 'video/mp4' where id = ${id}`
  return id
}
