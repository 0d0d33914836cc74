// Speech-to-text services answer with the English name of a language, and containers with three letters (ISO 639-2).
import { languageTag } from './parse-captions.ts'

/** Languages that speech-to-text and containers commonly name. */
const common =
  'af ar hy az be bs bg ca zh hr cs da nl en et fi fr gl de el he hi hu is id it ja kn kk ko lv lt mk ms mr mi ne no fa pl pt ro ru sr sk sl es sw sv tl ta th tr uk ur vi cy am as ba bn bo br eu fo gu ha ht jv ka km la lb ln lo mg ml mn mt my nn oc pa ps sa sd si sn so sq su te tg tk tt uz yi yo'.split(
    ' ',
  )

const names = new Map(
  common.map((tag) => [new Intl.DisplayNames(['en'], { type: 'language' }).of(tag)!.toLowerCase(), tag]),
)

/** The tag of a language that a service or a container names; `und` if it is unknown. */
export function languageNamed(name: string | undefined): string {
  const text = name?.trim().toLowerCase() ?? ''
  const known = names.get(text)
  if (known !== undefined) return known
  return (/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(text) ? languageTag(text) : undefined) ?? 'und'
}
