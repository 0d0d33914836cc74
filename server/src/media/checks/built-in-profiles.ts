// The profiles that every installation has. Studios copy and change them.
import { CheckProfile } from './profile.ts'

const stillImage = {
  black: { level: 'WARNING', seconds: 0.5, allowedHead: 2, allowedTail: 5 },
  frozen: { level: 'WARNING', seconds: 2, allowedHead: 2, allowedTail: 5 },
  singleColour: { level: 'INFO', seconds: 1 },
} as const

const hearable = {
  silence: { level: 'WARNING', seconds: 2, allowedHead: 2, allowedTail: 5 },
  clipping: { level: 'WARNING' },
  phase: { level: 'WARNING', seconds: 1 },
  oneSided: { level: 'WARNING', seconds: 2 },
} as const

const flashing = {
  flashes: { level: 'PROBLEM' },
  redFlashes: { level: 'PROBLEM' },
} as const

const complete = {
  decodeErrors: { level: 'PROBLEM' },
  truncated: { level: 'PROBLEM' },
} as const

/** For images, documents and 3D models: faults wherever such a file is used. */
const otherKinds = {
  colourProfile: { level: 'WARNING', spaces: ['SRGB', 'DISPLAY_P3', 'GREY', 'NONE'] },
  sharpness: { level: 'INFO' },
  fonts: { level: 'WARNING' },
  pageSize: { level: 'INFO' },
  links: { level: 'WARNING' },
  spelling: { level: 'INFO' },
  modelSize: { level: 'WARNING' },
  normals: { level: 'WARNING' },
  textures: { level: 'WARNING' },
  triangles: { level: 'WARNING', most: 500_000 },
  validator: { level: 'PROBLEM' },
} as const

export const builtInProfiles: Readonly<Record<string, CheckProfile>> = Object.fromEntries(
  [
    {
      id: 'web',
      name: 'Web 1080p',
      rules: {
        ...{ ...stillImage, ...hearable, ...flashing, ...complete, ...otherKinds },
        size: { level: 'WARNING', sizes: ['1920x1080', '1080x1920', '1280x720', '3840x2160'] },
        imageSize: { level: 'INFO', most: 8192 },
        interlacing: { level: 'PROBLEM' },
        duplicatedFrames: { level: 'INFO' },
        droppedFrames: { level: 'WARNING' },
        loudness: { level: 'INFO', target: -14, tolerance: 2 },
        truePeak: { level: 'WARNING', most: -1 },
        missingAudio: { level: 'INFO' },
      },
    },
    {
      id: 'ebu',
      name: 'EBU broadcast',
      rules: {
        ...{ ...stillImage, ...hearable, ...flashing, ...complete, ...otherKinds },
        black: { level: 'PROBLEM', seconds: 0.5, allowedHead: 10, allowedTail: 10 },
        levels: { level: 'PROBLEM' },
        frameRate: { level: 'PROBLEM', rates: ['25', '50'] },
        size: { level: 'PROBLEM', sizes: ['1920x1080', '1280x720', '3840x2160'] },
        loudness: { level: 'PROBLEM', target: -23, tolerance: 0.5 },
        truePeak: { level: 'PROBLEM', most: -1 },
        clipping: { level: 'PROBLEM' },
        phase: { level: 'PROBLEM', seconds: 1 },
        missingAudio: { level: 'PROBLEM' },
        lateAudio: { level: 'WARNING', seconds: 0.04 },
        duplicatedFrames: { level: 'WARNING' },
        droppedFrames: { level: 'PROBLEM' },
        colourTags: { level: 'WARNING', primaries: ['bt709', 'bt2020'] },
      },
    },
    {
      id: 'social',
      name: 'Social vertical',
      rules: {
        ...{ ...stillImage, ...hearable, ...flashing, ...complete, ...otherKinds },
        size: { level: 'PROBLEM', sizes: ['1080x1920'] },
        imageSize: { level: 'WARNING', least: 1080 },
        transparency: { level: 'WARNING' },
        bars: { level: 'WARNING' },
        duration: { level: 'WARNING', least: 3, most: 180 },
        loudness: { level: 'INFO', target: -14, tolerance: 2 },
        truePeak: { level: 'WARNING', most: -1 },
      },
    },
    {
      id: 'vfx',
      name: 'VFX plate',
      rules: {
        ...complete,
        duplicatedFrames: { level: 'PROBLEM' },
        droppedFrames: { level: 'PROBLEM' },
        frozen: { level: 'PROBLEM', seconds: 0.1 },
        black: { level: 'WARNING', seconds: 0.04 },
        interlacing: { level: 'PROBLEM' },
        normals: { level: 'WARNING' },
        modelSize: { level: 'WARNING', most: 10_000 },
        textures: { level: 'INFO', most: 8192, powerOfTwo: true, megabytes: 500 },
        triangles: { level: 'INFO', most: 5_000_000 },
        validator: { level: 'WARNING' },
        codec: { level: 'WARNING', codecs: ['prores', 'dnxhd', 'ffv1', 'cfhd', 'exr', 'dpx'] },
      },
    },
  ].map(({ id, ...profile }) => [id, CheckProfile.parse(profile)]),
)
