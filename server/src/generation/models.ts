// The models of the API reference, as data. Validation, List Models, the docs and the tests read this table.

import type { Model, OutputType, ProviderName, VideoSettings } from '../core/provider.ts'

const sixRatios = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16']
const threeRatios = ['16:9', '9:16', '1:1']
const twoRatios = ['16:9', '9:16']

function video(
  resolutions: string[],
  [min, max]: [number, number],
  aspectRatios: string[],
  audio: boolean,
): VideoSettings {
  return { resolutions, durationSeconds: { min, max }, aspectRatios, audio }
}

function model(
  id: string,
  name: string,
  outputType: OutputType,
  provider: ProviderName,
  settings: VideoSettings | null = null,
): Model {
  return { id, name, outputType, provider, video: settings }
}

export const models: readonly Model[] = [
  model('pdf', 'PDF document', 'DOCUMENT', 'text'),
  model('markdown', 'Markdown document', 'DOCUMENT', 'text'),
  model('gpt-image-2.5-flare', 'GPT Image 2.5 Flare', 'IMAGE', 'openai'),
  model('gpt-image-2', 'GPT Image 2', 'IMAGE', 'openai'),
  model('gemini-3-pro-image', 'Gemini 3 Pro Image', 'IMAGE', 'google'),
  model('gemini-3.1-flash-image', 'Gemini 3.1 Flash Image', 'IMAGE', 'google'),
  model('gemini-3.1-flash-lite-image', 'Gemini 3.1 Flash Lite Image', 'IMAGE', 'google'),
  model(
    'seedance-2.5',
    'Seedance 2.5',
    'VIDEO',
    'byteplus',
    video(['480p', '720p', '1080p'], [4, 30], sixRatios, true),
  ),
  model(
    'seedance-2.0',
    'Seedance 2.0',
    'VIDEO',
    'byteplus',
    video(['480p', '720p', '1080p', '4k'], [4, 15], sixRatios, true),
  ),
  model(
    'seedance-2.0-fast',
    'Seedance 2.0 Fast',
    'VIDEO',
    'byteplus',
    video(['480p', '720p'], [4, 15], sixRatios, true),
  ),
  model(
    'seedance-2.0-mini',
    'Seedance 2.0 Mini',
    'VIDEO',
    'byteplus',
    video(['480p', '720p'], [4, 15], sixRatios, true),
  ),
  model(
    'kling-3.0-omni',
    'Kling 3.0 Omni',
    'VIDEO',
    'kling',
    video(['720p', '1080p'], [3, 15], threeRatios, true),
  ),
  model('kling-3.0', 'Kling 3.0', 'VIDEO', 'kling', video(['720p', '1080p'], [3, 15], threeRatios, true)),
  model(
    'kling-3.0-turbo',
    'Kling 3.0 Turbo',
    'VIDEO',
    'kling',
    video(['720p', '1080p'], [3, 15], threeRatios, true),
  ),
  model(
    'minimax-h3-max',
    'MiniMax H3 Max',
    'VIDEO',
    'minimax',
    video(['480p', '768p', '1080p'], [5, 15], sixRatios, false),
  ),
  model('minimax-h3', 'MiniMax H3', 'VIDEO', 'minimax', video(['768p', '2k'], [5, 15], sixRatios, false)),
  model(
    'veo-3.1-generate-preview',
    'Veo 3.1',
    'VIDEO',
    'google',
    video(['720p', '1080p', '4k'], [8, 8], twoRatios, true),
  ),
  model(
    'veo-3.1-lite-generate-preview',
    'Veo 3.1 Lite',
    'VIDEO',
    'google',
    video(['720p', '1080p'], [8, 8], twoRatios, true),
  ),
  model('meshy-7', 'Meshy 7', '3D', 'meshy'),
  model('hunyuan3d-3.1', 'Hunyuan3D 3.1', '3D', 'tencent'),
]

/**
 * Defaults for settings that the request leaves out: a low resolution, the shortest duration, a wide frame, and
 * audio where the model supports it.
 */
export function videoDefaults({ resolutions, durationSeconds, audio }: VideoSettings) {
  const resolution = resolutions.includes('720p') ? '720p' : '768p'
  return { resolution, durationSeconds: durationSeconds.min, aspectRatio: '16:9', generateAudio: audio }
}
