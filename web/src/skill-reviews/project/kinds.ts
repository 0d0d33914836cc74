import type { SkillReviewer } from '@dailies/sdk'

export type Kind = SkillReviewer['kinds'][number]

export const kindNames: Readonly<Record<Kind, string>> = {
  VIDEO: 'Video',
  AUDIO: 'Audio',
  IMAGE: 'Images',
  DOCUMENT: 'Documents',
  MODEL: '3D',
}

export const allKinds = Object.keys(kindNames) as Kind[]
