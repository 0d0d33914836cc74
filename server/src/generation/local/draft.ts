// What a draft says about itself. Every kind of draft says the same, in what is seen and in its metadata.
import type { Job, ProviderName } from '../../core/provider.ts'

/** The settings that make a provider available, as `config.ts` reads them. */
export const keySettings: Record<Exclude<ProviderName, 'local'>, string> = {
  openai: 'OPENAI_API_KEY',
  google: 'GOOGLE_API_KEY',
  minimax: 'MINIMAX_API_KEY',
  byteplus: 'BYTEPLUS_API_KEY',
  kling: 'KLING_API_KEY',
  meshy: 'MESHY_API_KEY',
  tencent: 'TENCENT_SECRET_ID and TENCENT_SECRET_KEY',
  text: 'TEXT_MODEL',
}

export type Draft = {
  /** For the metadata of files. */
  generator: string
  modelName: string
  /** That this is a draft, and how to get the real thing. */
  notice: string
  /** The prompt as a person reads it. */
  prompt: string
  /** What was asked of a video, or null. */
  settings: string | null
}

export function describeDraft(job: Job): Draft {
  const { model } = job
  const setting = model.provider === 'local' ? null : keySettings[model.provider]
  const maker = model.provider === 'text' ? 'a language model write it' : `${model.name} make it`
  const cure = setting ? ` Set ${setting} to have ${maker}.` : ''
  return {
    generator: 'Dailies local draft',
    modelName: model.name,
    notice: `This is a draft that Dailies drew by itself; no model was asked.${cure}`,
    prompt: readablePrompt(job),
    settings: describeSettings(job),
  }
}

/** `<#id>` becomes the name of the file. */
function readablePrompt({ prompt, references }: Job): string {
  return references.reduce((text, { id, name }) => text.replaceAll(`<#${id}>`, () => `“${name}”`), prompt)
}

function describeSettings({ video }: Job): string | null {
  if (!video) return null
  const sound = video.generateAudio ? 'with sound' : 'silent'
  return [video.resolution, video.aspectRatio, `${video.durationSeconds} s`, sound].join(' · ')
}
