// The audio tracks of a file, and its loudness.
import { z } from 'zod'

export const AudioTrack = z
  .object({
    index: z.int().describe('Number of the track in this list.'),
    name: z.string().nullable().describe('Name that the file gives it.'),
    language: z
      .string()
      .nullable()
      .describe('Language tag, such as en or pt-BR; null if the file does not say.'),
    channels: z.int(),
    layout: z.string().nullable().describe('Such as stereo or 5.1; null if the file does not say.'),
    channelNames: z
      .array(z.string())
      .describe('Such as L, R, C, LFE, Ls, Rs; numbers where the file does not say.'),
    inProxy: z.boolean().describe('Whether the proxy plays this track, mixed to stereo.'),
    url: z
      .string()
      .nullable()
      .describe(
        'URL of the track with all its channels, as AAC; null until it exists, and when the proxy has them.',
      ),
  })
  .meta({ id: 'AudioTrack' })

export const Loudness = z
  .object({
    integrated: z.number().describe('Integrated loudness in LUFS (EBU R 128).'),
    range: z.number().describe('Loudness range in LU.'),
    truePeak: z.number().describe('True peak in dBTP.'),
  })
  .meta({ id: 'Loudness' })
