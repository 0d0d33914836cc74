// Inspects files with independent tools.
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { findProgram } from '../../src/core/search-path.ts'

/** The reason to skip tests that need this program, or false. `.ci/run` installs all of them. */
export function missing(program: string): string | false {
  return findProgram(program) ? false : `${program} is not installed`
}

/** The text of a PDF, with single spaces. */
export function pdfText(pdf: Buffer): string {
  return execFileSync('pdftotext', ['-', '-'], { input: pdf }).toString('utf8').replace(/\s+/g, ' ')
}

export function pdfInfo(pdf: Buffer): string {
  return execFileSync('pdfinfo', ['-'], { input: pdf }).toString('utf8')
}

export type Probe = {
  streams: {
    codec_type: string
    codec_name: string
    width?: number
    height?: number
    duration: string
    nb_frames: string
  }[]
  format: { duration: string; tags: Record<string, string> }
}

export function probe(path: string): Probe {
  const args = ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', path]
  return JSON.parse(execFileSync('ffprobe', args).toString('utf8'))
}

export type GlbReport = {
  issues: { numErrors: number; numWarnings: number; messages: unknown[] }
  info: { drawCallCount: number }
}

/** The package comes without types. */
export function validateGlb(bytes: Buffer): Promise<GlbReport> {
  return createRequire(import.meta.url)('gltf-validator').validateBytes(new Uint8Array(bytes))
}
