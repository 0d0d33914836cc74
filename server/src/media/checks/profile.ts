// Limits for files, as people declare them for a delivery. A rule that a profile does not name is not checked.
import { z } from 'zod'
import { kindRules } from './kinds/rules.ts'
import { rule } from './rule.ts'

const seconds = z.number().min(0).max(3600)
const shortest = seconds.describe('Shorter stretches are allowed.')
const edges = {
  allowedHead: seconds.default(0).describe('Seconds allowed at the start.'),
  allowedTail: seconds.default(0).describe('Seconds allowed at the end.'),
}

const flashesPerSecond = z
  .number()
  .min(1)
  .max(10)
  .default(3)
  .describe('Flashes in one second that are allowed.')

const text = z.array(z.string().min(1).max(60)).min(1).max(20)

const loudest = z.number().min(-70).max(3).optional()
const edge = z
  .enum(['CONTENT', 'BLACK'])
  .default('CONTENT')
  .describe('CONTENT: neither black nor a single colour.')

export const CheckRules = z.strictObject({
  black: rule({
    seconds: shortest,
    ...edges,
  }),
  frozen: rule({ seconds: shortest, ...edges }),
  singleColour: rule({ seconds: shortest, ...edges }),
  duplicatedFrames: rule({}),
  droppedFrames: rule({}),
  bars: rule({
    aspect: z
      .number()
      .min(0.2)
      .max(5)
      .nullable()
      .default(null)
      .describe('The declared matte, such as 2.39; null for an image without bars.'),
  }),
  levels: rule({
    share: z.number().min(0).max(1).default(0.01).describe('Part of the image that may be out of range.'),
  }),
  flashes: rule({ perSecond: flashesPerSecond }),
  redFlashes: rule({ perSecond: flashesPerSecond }),
  interlacing: rule({
    expected: z
      .enum(['PROGRESSIVE', 'TOP_FIRST', 'BOTTOM_FIRST'])
      .default('PROGRESSIVE')
      .describe(
        'How frames are taken: whole, or as two fields, of which the top or the bottom one is first.',
      ),
  }),
  decodeErrors: rule({}),
  truncated: rule({}),
  firstFrame: rule({ is: edge }),
  lastFrame: rule({ is: edge }),
  silence: rule({
    seconds: shortest,
    level_dB: z.number().min(-120).max(0).default(-60).describe('dBFS: quieter audio is silent.'),
    ...edges,
  }),
  clipping: rule({
    samples: z.int().min(1).default(1).describe('Clipped samples in 10 ms that are a finding.'),
  }),
  phase: rule({
    seconds: shortest,
    correlation: z.number().min(-1).max(1).default(-0.5).describe('Of left and right: less is out of phase.'),
  }),
  oneSided: rule({
    seconds: shortest,
    decibels: z.number().min(1).max(120).default(40).describe('Difference of left and right.'),
  }),
  loudness: rule({
    target: z.number().min(-70).max(0).describe('LUFS.'),
    tolerance: z.number().min(0).max(20).describe('LU.'),
    gating: z
      .enum(['PROGRAMME', 'DIALOGUE'])
      .default('PROGRAMME')
      .describe('A dialogue-gated target is shown, never passed.'),
    mostMomentary: loudest.describe('LUFS, of the loudest 400 ms.'),
    mostShortTerm: loudest.describe('LUFS, of the loudest 3 seconds.'),
  }),
  truePeak: rule({ most: z.number().min(-30).max(3).describe('dBTP.') }),
  channels: rule({ layouts: text.describe('Allowed layouts, such as stereo.') }),
  missingAudio: rule({}),
  lateAudio: rule({ seconds: seconds.describe('Seconds that are allowed.') }),
  size: rule({
    sizes: z
      .array(z.string().regex(/^\d{1,5}x\d{1,5}$/))
      .min(1)
      .max(20)
      .describe('Allowed sizes, such as 1920x1080.'),
  }),
  frameRate: rule({ rates: text.describe('Allowed rates, such as 25 or 24000/1001.') }),
  codec: rule({
    codecs: text.describe('Of the video; of the audio if there is no video.'),
    audioCodecs: text.optional().describe('Of each audio track.'),
  }),
  duration: rule({
    least: seconds.optional().describe('Seconds.'),
    most: z.number().min(0).max(360_000).optional().describe('Seconds.'),
  }),
  colourTags: rule({
    primaries: text.optional().describe('Allowed primaries.'),
    transfers: text.optional().describe('Allowed transfers.'),
    matrices: text.optional().describe('Allowed matrices.'),
    ranges: z
      .array(z.enum(['limited', 'full', 'untagged']))
      .min(1)
      .max(3)
      .optional()
      .describe('Allowed ranges.'),
  }),
  ...kindRules,
})

export type CheckRules = z.output<typeof CheckRules>
export type RuleName = keyof CheckRules
export type { Level } from './rule.ts'

export const CheckProfile = z.strictObject({
  name: z.string().min(1).max(60),
  rules: CheckRules,
})
export type CheckProfile = z.output<typeof CheckProfile>
