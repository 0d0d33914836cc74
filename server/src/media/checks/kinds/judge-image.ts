// Findings in the numbers of an image.

import { notApplicable, notMeasured } from '../finding.ts'
import type { ImageMeasured } from './measured.ts'
import type { KindJudgement, RuleOf } from './result.ts'
import type { colourSpaces } from './rules.ts'

type Space = (typeof colourSpaces)[number]

export const spaceNames: Readonly<Record<Space, string>> = {
  SRGB: 'sRGB',
  DISPLAY_P3: 'Display P3',
  ADOBE_RGB: 'Adobe RGB',
  PROPHOTO_RGB: 'ProPhoto RGB',
  REC_2020: 'Rec. 2020',
  CMYK: 'CMYK',
  GREY: 'grey',
  LAB: 'Lab',
  OTHER: 'another RGB space',
  NONE: 'no profile',
}

export function judgeImageSize(rule: RuleOf<'imageSize'>, image: ImageMeasured): KindJudgement {
  const { sizes, least, most } = rule
  if (image.vector) return notApplicable('A vector image is drawn at any size.')
  const { width, height } = image
  const shown = `${width}x${height}`
  const limit = [
    sizes?.join(', '),
    least === undefined ? undefined : `shorter side at least ${least}`,
    most === undefined ? undefined : `longer side at most ${most}`,
  ]
    .filter((part) => part !== undefined)
    .join('; ')
  if (limit === '') return notMeasured('The rule names no limit.', { measured: shown })
  const about = { measured: shown, limit, unit: 'pixels' }
  const wrong = [
    sizes && !sizes.includes(shown) ? `is not one of ${sizes.join(', ')}` : undefined,
    least !== undefined && Math.min(width, height) < least ? `is smaller than ${least} pixels` : undefined,
    most !== undefined && Math.max(width, height) > most ? `is larger than ${most} pixels` : undefined,
  ].filter((part) => part !== undefined)
  const findings = wrong.map((fault) => ({
    ...about,
    message: `The image has ${shown} pixels, which ${fault}.`,
  }))
  return { ...about, findings }
}

export function judgeColourProfile(rule: RuleOf<'colourProfile'>, image: ImageMeasured): KindJudgement {
  if (image.vector) return notApplicable('A vector image has no colour profile.')
  if (image.converted)
    return notMeasured('The image was converted to be read, and the conversion has colours of its own.')
  const { space, profile } = image.colour
  const measured = shownProfile(space, profile)
  const limit = rule.spaces.map((name) => spaceNames[name]).join(', ')
  if (rule.spaces.includes(space)) return { measured, limit }
  const message =
    space === 'NONE'
      ? 'The image has no colour profile: programs guess its colours.'
      : `The colours of the image are ${spaceNames[space]}${profile ? ` (“${profile}”)` : ''}; allowed: ${limit}.`
  return {
    measured,
    limit,
    findings: [{ measured, limit, message, confidence: space === 'OTHER' ? 0.8 : 1 }],
  }
}

function shownProfile(space: Space, profile: string | null): string {
  const name = spaceNames[space]
  return profile === null || profile.includes(name) ? (profile ?? name) : `${name}: ${profile}`
}

export function judgeTransparency(rule: RuleOf<'transparency'>, image: ImageMeasured): KindJudgement {
  const { present, transparency } = image.alpha
  const isUsed = (transparency ?? 0) > 0
  const measured = isUsed
    ? `${percent(transparency!)} transparent`
    : present
      ? 'alpha channel, every pixel opaque'
      : 'no alpha channel'
  const limit = {
    FORBIDDEN: 'no alpha channel',
    UNUSED: 'every pixel opaque',
    REQUIRED: 'transparent pixels',
  }[rule.alpha]
  const wrong = {
    FORBIDDEN: present,
    UNUSED: isUsed,
    REQUIRED: !isUsed,
  }[rule.alpha]
  const message = isUsed
    ? `The image has transparent pixels (${percent(transparency!)} of it is transparent on average).`
    : rule.alpha === 'REQUIRED'
      ? 'The image has no transparent pixels.'
      : 'The image has an alpha channel, although every pixel is opaque.'
  return { measured, limit, findings: wrong ? [{ measured, limit, message }] : [] }
}

function percent(share: number): string {
  const shown = Math.round(share * 1000) / 10
  return shown === 0 ? 'less than 0.1 %' : `${shown} %`
}

export function judgeSharpness(rule: RuleOf<'sharpness'>, image: ImageMeasured): KindJudgement {
  if (image.vector) return notApplicable('A vector image is sharp at any size.')
  if (!image.sharpness) return notMeasured('The image has too little detail to tell how sharp it is.')
  const { score, detail } = image.sharpness
  const about = { measured: score, limit: rule.least, unit: 'of 100' }
  if (score >= rule.least) return { ...about }
  const message = `The image looks blurred: sharpness ${score} of 100, at least ${rule.least} expected. This is indicative.`
  // Never certain: a soft image may be meant.
  const confidence = Math.round(Math.min(0.8, 0.3 + detail / 2 + (rule.least - score) / 100) * 100) / 100
  return { ...about, findings: [{ ...about, message, confidence }] }
}

export function judgeResolution(rule: RuleOf<'resolution'>, image: ImageMeasured): KindJudgement {
  if (image.vector) return notApplicable('A vector image has no resolution.')
  if (image.resolution === null)
    return notMeasured('The image does not say how large it is to be printed.', { limit: rule.least })
  const about = { measured: Math.round(image.resolution * 10) / 10, limit: rule.least, unit: 'dpi' }
  if (about.measured >= rule.least) return about
  const message = `The image has ${about.measured} pixels per inch; at least ${rule.least} are expected.`
  return { ...about, findings: [{ ...about, message }] }
}
