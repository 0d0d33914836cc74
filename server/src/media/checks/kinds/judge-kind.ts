// Compares the numbers of an image, a document or a 3D model with the limits of a profile. Pure, as `judge.ts` is for video and audio.

import { notApplicable } from '../finding.ts'
import type { CheckRules, RuleName } from '../profile.ts'
import type { Level } from '../rule.ts'
import { judgeFonts, judgeLinks, judgePageSize, judgeSpelling } from './judge-document.ts'
import {
  judgeColourProfile,
  judgeImageSize,
  judgeResolution,
  judgeSharpness,
  judgeTransparency,
} from './judge-image.ts'
import { judgeModelSize, judgeNormals, judgeTextures, judgeTriangles, judgeValidator } from './judge-model.ts'
import type { DocumentMeasured, ImageMeasured, KindMeasured, ModelMeasured } from './measured.ts'
import type { KindFinding, KindJudgement, KindRuleResult, RuleOf } from './result.ts'
import { type KindRuleName, kindOfRule, type RuleKind } from './rules.ts'

type Judges<Names extends KindRuleName, Measured> = {
  [Name in Names]: (rule: RuleOf<Name>, measured: Measured) => KindJudgement
}

const imageJudges: Judges<
  'imageSize' | 'colourProfile' | 'transparency' | 'sharpness' | 'resolution',
  ImageMeasured
> = {
  imageSize: judgeImageSize,
  colourProfile: judgeColourProfile,
  transparency: judgeTransparency,
  sharpness: judgeSharpness,
  resolution: judgeResolution,
}

const documentJudges: Judges<'fonts' | 'pageSize' | 'links' | 'spelling', DocumentMeasured> = {
  fonts: judgeFonts,
  pageSize: judgePageSize,
  links: judgeLinks,
  spelling: judgeSpelling,
}

const modelJudges: Judges<'modelSize' | 'normals' | 'textures' | 'triangles' | 'validator', ModelMeasured> = {
  modelSize: judgeModelSize,
  normals: judgeNormals,
  textures: judgeTextures,
  triangles: judgeTriangles,
  validator: judgeValidator,
}

const judges = { ...imageJudges, ...documentJudges, ...modelJudges }

/** The results of all rules of a profile. Those of other kinds of files are not applicable, which is no pass. */
export function judgeKind(measured: KindMeasured, rules: CheckRules): KindRuleResult[] {
  const numbers = numbersOf(measured)
  return Object.entries(rules).flatMap(([name, rule]) => {
    if (rule === undefined) return []
    const judge = judges[name as KindRuleName] as
      | ((rule: unknown, measured: unknown) => KindJudgement)
      | undefined
    const isOurs = kindOfRule.get(name) === measured.kind
    const judged = judge && isOurs ? judge(rule, numbers) : notApplicable(forOthers(name))
    return [resultOf(name as RuleName, rule.level, judged)]
  })
}

function numbersOf(measured: KindMeasured): ImageMeasured | DocumentMeasured | ModelMeasured {
  if (measured.kind === 'IMAGE') return measured.image
  return measured.kind === 'DOCUMENT' ? measured.document : measured.model
}

const kindNames: Readonly<Record<RuleKind, string>> = {
  IMAGE: 'images',
  DOCUMENT: 'documents',
  MODEL: '3D models',
}

/** Why a rule does not apply to a file of another kind. */
export function forOthers(name: string): string {
  const kind = kindOfRule.get(name)
  return `The rule is for ${kind ? kindNames[kind] : 'video and audio'}.`
}

function resultOf(rule: RuleName, level: Level, judged: KindJudgement): KindRuleResult {
  const { outcome, reason = null, measured = null, limit = null, unit = null } = judged
  const findings = (judged.findings ?? []).map(
    (found): KindFinding => ({
      ...{ rule, level, place: null, page: null, unit: null, confidence: 1 },
      ...found,
    }),
  )
  return {
    ...{ rule, level, reason, measured, limit, unit, findings },
    outcome: outcome ?? (findings.length > 0 ? 'FOUND' : 'PASSED'),
  }
}
