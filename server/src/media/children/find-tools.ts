// Finds ffmpeg and ffprobe. They open files from strangers, so they must get security updates: the programs
// of the system, or those that the settings name; never the old builds in the npm packages, which only draw
// drafts.
import { findProgram, isExecutable, searchFolders } from '../../core/search-path.ts'
import { askProgram } from '../../sandbox/sandbox.ts'
import { MediaFailure } from '../processor.ts'

export type ToolPaths = { ffmpeg: string | undefined; ffprobe: string | undefined }
export type Tools = {
  ffmpeg: string
  ffprobe: string
  /** Whether this ffmpeg writes WebP; otherwise a decoder does, which takes longer. */
  writesWebp: boolean
}
type Program = 'ffmpeg' | 'ffprobe'
export type FindTools = () => Promise<Tools>

/** `-fps_mode` needs 5.1, which Debian 12 and Ubuntu 24.04 have. */
const oldest = [5, 1] as const

/**
 * Searches when the first file needs them, and repeats the search until they are found: installing them needs
 * no restart.
 */
export function toolFinder(paths: ToolPaths, folders = searchFolders()): FindTools {
  let found: Promise<Tools> | undefined
  return () => {
    found ??= findTools(paths, folders).catch((error) => {
      found = undefined
      throw error
    })
    return found
  }
}

async function findTools(paths: ToolPaths, folders: readonly string[]): Promise<Tools> {
  const ffmpeg = locate('ffmpeg', paths.ffmpeg, folders)
  const ffprobe = locate('ffprobe', paths.ffprobe, folders)
  const version = await ask(ffmpeg, '-version')
  await ask(ffprobe, '-version')
  if (isTooOld(version)) throw missing(`The installed ffmpeg is older than ${oldest.join('.')}.`)
  const encoders = await ask(ffmpeg, '-encoders')
  if (!encoders.includes('libx264')) throw missing('The installed ffmpeg is built without libx264.')
  return { ffmpeg, ffprobe, writesWebp: / libwebp /.test(encoders) }
}

function locate(program: Program, setting: string | undefined, folders: readonly string[]): string {
  const path = setting ?? findProgram(program, folders)
  if (path && isExecutable(path)) return path
  throw missing(setting ? `${program.toUpperCase()} does not name a program.` : `${program} was not found.`)
}

async function ask(program: string, question: string): Promise<string> {
  const answer = await askProgram(program, '-hide_banner', question)
  if (answer === undefined) throw missing('The installed ffmpeg does not run, or not in the sandbox.')
  return answer
}

/** Builds between releases are named by a commit and count as new. */
function isTooOld(version: string): boolean {
  const [, major, minor] = /version n?(\d+)\.(\d+)/.exec(version) ?? []
  if (major === undefined) return false
  return Number(major) < oldest[0] || (Number(major) === oldest[0] && Number(minor) < oldest[1])
}

function missing(detail: string): MediaFailure {
  const failure = new MediaFailure(
    'tool_missing',
    `The server needs ffmpeg ${oldest.join('.')} or later to create previews of video, audio, PSD, EXR and DPX. ${detail} ` +
      'The operator can install the package "ffmpeg" (Debian, Ubuntu, Homebrew), or set FFMPEG and FFPROBE; then try again.',
    true,
  )
  // For callers that are no server.
  failure.cause = new Error(detail)
  return failure
}
