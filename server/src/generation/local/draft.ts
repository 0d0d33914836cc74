// The texts of a draft. Every kind of draft shows the same texts, visibly and in its metadata.
import type { GenerationRequest, ProviderName } from '../../core/provider.ts'

/** The environment variables that make a provider available, as `config.ts` reads them. */
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
  /** Says that this is a draft, and how to get a real result. */
  notice: string
  /** The prompt with file names instead of ids. */
  prompt: string
  /** The video settings of the request, or null. */
  settings: string | null
}

export function describeDraft(request: GenerationRequest): Draft {
  const { model } = request
  const setting = model.provider === 'local' ? null : keySettings[model.provider]
  const maker = model.provider === 'text' ? 'a language model write it' : `${model.name} make it`
  const cure = setting ? ` Set ${setting} to have ${maker}.` : ''
  return {
    generator: 'Dailies local draft',
    modelName: model.name,
    notice: `This is a draft that Dailies drew itself; no model was used.${cure}`,
    prompt: readablePrompt(request),
    settings: describeSettings(request),
  }
}

/** Replaces `<#id>` by the name of the file. */
function readablePrompt({ prompt, references }: GenerationRequest): string {
  return references.reduce((text, { id, name }) => text.replaceAll(`<#${id}>`, () => `“${name}”`), prompt)
}

function describeSettings({ video }: GenerationRequest): string | null {
  if (!video) return null
  const audio = video.generateAudio ? 'with audio' : 'no audio'
  return [video.resolution, video.aspectRatio, `${video.durationSeconds} s`, audio].join(' · ')
}
