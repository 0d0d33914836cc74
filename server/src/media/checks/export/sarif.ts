// SARIF 2.1.0 (OASIS): a run for each check profile, a result for each finding. Waivers are suppressions. A rule that was not measured is a
// result of the kind `open`, one that does not apply is `notApplicable`: SARIF has words for both, and neither is a pass.
import { createHash } from 'node:crypto'
import {
  type CheckedFile,
  type CheckedFinding,
  type CheckedRule,
  placeOf,
  placeText,
  ruleDescription,
  rulesOf,
  ruleTitle,
  uncheckedReason,
} from './checked-file.ts'

const levels = { PROBLEM: 'error', WARNING: 'warning', INFO: 'note' } as const

/** `version` is that of Dailies. */
export function sarifLog(files: readonly CheckedFile[], version: string): object {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: byProfile(files).map((some) => runOf(some, version)),
  }
}

/** The files of each profile and version, in order; a log has a run even without files. */
function byProfile(files: readonly CheckedFile[]): CheckedFile[][] {
  const groups = new Map<string, CheckedFile[]>()
  for (const file of files) {
    const key = profileKey(file)
    groups.set(key, [...(groups.get(key) ?? []), file])
  }
  return groups.size === 0 ? [[]] : [...groups.values()]
}

function profileKey({ profile }: CheckedFile): string {
  if (profile === null) return 'none'
  const name = encodeURIComponent((profile.id ?? profile.name).toWellFormed())
  return profile.version === null ? name : `${name}/${profile.version}`
}

type RunFile = { file: CheckedFile; index: number; ruleIndex: ReadonlyMap<string, number> }

function runOf(files: readonly CheckedFile[], version: string): object {
  const rules = rulesOfRun(files)
  const ruleIndex = new Map(rules.map(({ rule }, index) => [rule, index]))
  const [first] = files
  const unchecked = files.flatMap((file, index) => {
    const reason = uncheckedReason(file)
    return reason === undefined ? [] : [notification(file, index, reason)]
  })
  return {
    tool: {
      driver: {
        name: 'Dailies',
        semanticVersion: version,
        rules: rules.map(descriptor),
      },
    },
    automationDetails: { id: `dailies-checks/${first ? profileKey(first) : 'none'}/` },
    invocations: [
      {
        executionSuccessful: files.every(({ state }) => state === 'READY' || state === 'OFF'),
        toolExecutionNotifications: unchecked,
      },
    ],
    artifacts: files.map((file, index) => ({
      location: { uri: uriOf(file.name), index },
      roles: ['analysisTarget'],
      ...(file.id === null ? {} : { properties: { fileId: file.id } }),
    })),
    results: files.flatMap((file, index) => resultsOf({ file, index, ruleIndex })),
    ...(first?.profile ? { properties: { profile: first.profile } } : {}),
  }
}

/** Every rule once. */
function rulesOfRun(files: readonly CheckedFile[]): CheckedRule[] {
  const found = new Map<string, CheckedRule>()
  for (const rule of files.flatMap(rulesOf)) if (!found.has(rule.rule)) found.set(rule.rule, rule)
  return [...found.values()]
}

function descriptor({ rule, level }: CheckedRule): object {
  return {
    id: rule,
    name: pascal(rule),
    shortDescription: { text: ruleTitle(rule) },
    fullDescription: { text: ruleDescription(rule) },
    defaultConfiguration: { level: levels[level] },
  }
}

/** Readers expect an identifier of this form. */
function pascal(rule: string): string {
  return `${rule.slice(0, 1).toUpperCase()}${rule.slice(1)}`
}

function notification(file: CheckedFile, index: number, reason: string): object {
  return {
    level: file.state === 'OFF' ? 'note' : 'error',
    message: { text: `${file.name.toWellFormed()}: ${reason}` },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file.name), index } } }],
  }
}

function resultsOf({ file, index, ruleIndex }: RunFile): object[] {
  if (uncheckedReason(file) !== undefined) return []
  const place = { artifactLocation: { uri: uriOf(file.name), index } }
  const undecided = file.rules.flatMap((rule) => {
    if (rule.outcome !== 'NOT_MEASURED' && rule.outcome !== 'NOT_APPLICABLE') return []
    const isOpen = rule.outcome === 'NOT_MEASURED'
    return [
      {
        ruleId: rule.rule,
        ruleIndex: ruleIndex.get(rule.rule),
        kind: isOpen ? 'open' : 'notApplicable',
        level: 'none',
        message: { text: rule.reason ?? (isOpen ? 'Not measured.' : 'Not applicable.') },
        locations: [{ physicalLocation: place }],
        suppressions: [],
      },
    ]
  })
  const found = file.findings.map((finding) => ({
    ruleId: finding.rule,
    ruleIndex: ruleIndex.get(finding.rule),
    kind: 'fail',
    level: levels[finding.level],
    message: { text: `${placeText(finding, file.timing)}: ${finding.message}` },
    locations: [
      {
        physicalLocation: place,
        logicalLocations: [{ name: placeText(finding, file.timing), kind: logicalKind(finding) }],
        properties: placeProperties(finding, file),
      },
    ],
    partialFingerprints: { 'place/v1': fingerprint(finding) },
    rank: Math.round(finding.confidence * 1000) / 10,
    suppressions: suppressionsOf(finding),
    properties: {
      measured: finding.measured,
      limit: finding.limit,
      unit: finding.unit,
      confidence: finding.confidence,
    },
  }))
  return [...found, ...undecided]
}

function logicalKind({ firstFrame, firstMs, page }: CheckedFinding): string {
  if (firstFrame !== null) return 'frames'
  if (firstMs !== null) return 'time'
  return page === null ? 'file' : 'page'
}

function placeProperties(finding: CheckedFinding, { timing }: CheckedFile): object {
  const { firstFrame, lastFrame, firstMs, lastMs, page } = finding
  const place = placeOf(finding, timing)
  const given = {
    firstFrame,
    lastFrame,
    firstMs,
    lastMs,
    page,
    firstTimecode: place?.first ?? null,
    lastTimecode: place?.last ?? null,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
}

/** All results of a run have suppressions, or none: the specification says so. */
function suppressionsOf({ waiver }: CheckedFinding): object[] {
  if (waiver === null) return []
  return [
    {
      kind: 'external',
      status: 'accepted',
      justification: waiver.reason,
      properties: { by: waiver.user?.name ?? null, at: waiver.createdAt },
    },
  ]
}

/** The same finding of the next export. */
function fingerprint({ rule, firstFrame, lastFrame, firstMs, lastMs, page }: CheckedFinding): string {
  const place = firstFrame === null ? [firstMs, lastMs] : [firstFrame, lastFrame]
  return createHash('sha256')
    .update(JSON.stringify([rule, place, page]))
    .digest('hex')
    .slice(0, 32)
}

/** A relative reference; each part of a path is escaped. A colon in the first part would be a scheme. */
function uriOf(name: string): string {
  const parts = name.toWellFormed().split('/')
  const path = parts.map((part) => encodeURIComponent(part)).join('/')
  return path.startsWith('//') ? `/${path.replace(/^\/+/, '')}` : path
}
