// Findings in the numbers of a 3D model.

import { notApplicable, notMeasured } from '../finding.ts'
import type { ModelMeasured } from './measured.ts'
import type { Found, KindJudgement, RuleOf } from './result.ts'

const formatNames = { GLTF: 'glTF', OBJ: 'OBJ', STL: 'STL' } as const

export function judgeModelSize(
  rule: RuleOf<'modelSize'>,
  { box, format, unread }: ModelMeasured,
): KindJudgement {
  if (!box) return notMeasured(unread ?? 'The model has no surfaces.')
  const longest = rounded(Math.max(box.x, box.y, box.z))
  const sides = [box.x, box.y, box.z].map(rounded).join(' × ')
  const limit = `${rule.least} to ${rule.most}`
  if (format !== 'GLTF') {
    const reason = `${formatNames[format]} has no unit: the model measures ${sides} of an unknown unit.`
    return notMeasured(reason, { measured: longest, limit })
  }
  const about = { measured: longest, limit, unit: 'm' }
  if (longest >= rule.least && longest <= rule.most) return about
  const guess = likelyUnit(longest, rule)
  const message =
    `The model measures ${sides} m; ${limit} m is expected.` +
    (guess ? ` The size would be plausible in ${guess}: check the unit of the export.` : '')
  return { ...about, findings: [{ ...about, message, confidence: 0.9 }] }
}

function likelyUnit(longest: number, { least, most }: RuleOf<'modelSize'>): string | undefined {
  const units = [
    ['centimetres', 0.01],
    ['millimetres', 0.001],
    ['inches', 0.0254],
  ] as const
  return units.find(([, metres]) => longest * metres >= least && longest * metres <= most)?.[0]
}

function rounded(value: number): number {
  return Number(value.toPrecision(4))
}

export function judgeNormals(
  rule: RuleOf<'normals'>,
  { normals, format, unread }: ModelMeasured,
): KindJudgement {
  if (!normals) return notMeasured(unread ?? `Normals of ${formatNames[format]} files are not read.`)
  const { parts, partsWithout, zero, vertices, flipped, triangles } = normals
  const findings: Found[] = []
  if (partsWithout > 0) {
    const message = `${partsWithout} of ${parts} parts of the model have no normals: they are drawn with hard edges.`
    findings.push({ measured: partsWithout, limit: 0, unit: 'parts', message })
  }
  if (zero > 0) {
    const message = `${zero} of ${vertices} normals have no length: the surface is drawn black there.`
    findings.push({ measured: zero, limit: 0, unit: 'normals', message })
  }
  const share = triangles === 0 ? 0 : flipped / triangles
  if (share > rule.flipped) {
    const measured = Math.round(share * 1000) / 1000
    const message = `The normals of ${flipped} of ${triangles} triangles point to their back: they are lit from the wrong side.`
    findings.push({ measured, limit: rule.flipped, unit: 'of the triangles', message, confidence: 0.8 })
  }
  return { measured: partsWithout + zero + flipped, limit: 0, unit: 'faults', findings }
}

export function judgeTextures(rule: RuleOf<'textures'>, { textures, format }: ModelMeasured): KindJudgement {
  if (format === 'STL') return notApplicable('STL has no textures.')
  if (textures.length === 0) return notApplicable('The model has no textures.')
  const megabytes = Math.round(textures.reduce((sum, { bytes }) => sum + bytes, 0) / 1e4) / 100
  const findings: Found[] = textures.flatMap(({ name, width, height, fault }): Found[] => {
    if (fault !== null) {
      return [
        { measured: name, limit: 'a texture that can be read', message: `The texture ${name}: ${fault}` },
      ]
    }
    if (width === null || height === null) return []
    const measured = `${width}x${height}`
    const sized = { measured, unit: 'pixels' }
    const found: Found[] = []
    if (Math.max(width, height) > rule.most) {
      const message = `The texture ${name} has ${measured} pixels; the longer side may have ${rule.most}.`
      found.push({ ...sized, limit: rule.most, message })
    }
    if (rule.powerOfTwo && !(isPower(width) && isPower(height))) {
      const message = `The sides of the texture ${name} (${measured}) are not powers of two.`
      found.push({ ...sized, limit: 'powers of two', message })
    }
    return found
  })
  if (megabytes > rule.megabytes) {
    const message = `The textures have ${megabytes} MB together; ${rule.megabytes} MB are allowed.`
    findings.push({ measured: megabytes, limit: rule.megabytes, unit: 'MB', message })
  }
  return { measured: megabytes, limit: rule.megabytes, unit: 'MB', findings }
}

function isPower(side: number): boolean {
  return side > 0 && (side & (side - 1)) === 0
}

export function judgeTriangles(
  rule: RuleOf<'triangles'>,
  { triangles, unread }: ModelMeasured,
): KindJudgement {
  if (triangles === null) return notMeasured(unread ?? 'The model has no surfaces.')
  const about = { measured: triangles, limit: rule.most, unit: 'triangles' }
  if (triangles <= rule.most) return about
  const message = `The model has ${triangles} triangles; ${rule.most} are allowed.`
  return { ...about, findings: [{ ...about, message }] }
}

export function judgeValidator(rule: RuleOf<'validator'>, { validator }: ModelMeasured): KindJudgement {
  if ('reason' in validator)
    return validator.applicable ? notMeasured(validator.reason) : notApplicable(validator.reason)
  const { errors, warnings, messages } = validator
  const total = rule.severity === 'ERROR' ? errors : errors + warnings
  const about = {
    measured: total,
    limit: 0,
    unit: rule.severity === 'ERROR' ? 'errors' : 'errors and warnings',
  }
  const findings = messages
    .filter(({ severity }) => rule.severity === 'WARNING' || severity === 'ERROR')
    .map(({ code, message, pointer }) => ({
      ...{ measured: code, limit: 'valid glTF' },
      message: `The glTF Validator reports: ${message}${pointer ? ` (${pointer})` : ''}`,
    }))
  return { ...about, findings }
}
