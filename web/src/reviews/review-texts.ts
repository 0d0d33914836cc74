// The state of a review in words: pure functions of its rule, requests and verdicts.
import type { ReviewRequest, ReviewRule, VerdictRecord, VersionStatus } from '@dailies/sdk'

/** Everything that decides the status of a review. */
export type Standing = {
  rule: ReviewRule
  /** Whether verdicts that tools gave count. */
  agentsCount: boolean
  requests: readonly ReviewRequest[]
  verdicts: readonly VerdictRecord[]
}

export const staleTexts: Record<NonNullable<VerdictRecord['stale']>, string> = {
  NEW_REVISION: 'A newer revision has arrived since.',
  FILES_CHANGED: 'A file of the review was deleted since.',
  REOPENED: 'The review was sent back since.',
}

export const ruleNames: Record<ReviewRule['type'], string> = {
  ANY_ONE: 'One person approves',
  ALL_REQUESTED: 'Everyone who was asked approves',
  NAMED_PERSON: 'A named person approves',
}

/** Why a verdict does not count towards the status; undefined if it does. */
export function whyNotCounted(
  verdict: Pick<VerdictRecord, 'agent' | 'stale'> & { user: { id: string } | null },
  { rule, agentsCount }: Pick<Standing, 'rule' | 'agentsCount'>,
): string | undefined {
  if (verdict.stale) return staleTexts[verdict.stale]
  if (verdict.agent && !agentsCount) return 'Verdicts by tools do not count in this project.'
  if (rule.type === 'NAMED_PERSON' && verdict.user?.id !== rule.user?.id)
    return 'Only the named person decides.'
  return undefined
}

function approvers({ verdicts, ...standing }: Standing): Set<string> {
  const approvals = verdicts.filter(
    (one) => one.verdict === 'APPROVED' && whyNotCounted(one, standing) === undefined,
  )
  return new Set(approvals.flatMap(({ user }) => (user ? [user.id] : [])))
}

/** The number of people who were asked, and of those who have approved. */
export function approvalCount(standing: Standing): { approved: number; asked: number } {
  const approved = approvers(standing)
  const { requests } = standing
  return { approved: requests.filter(({ user }) => approved.has(user.id)).length, asked: requests.length }
}

/** `person` is the name of the person that the rule names, or “you”. */
export function ruleInWords(standing: Standing, person: string): string {
  const { type } = standing.rule
  if (type === 'ANY_ONE') return 'Approved when one person approves.'
  if (type === 'NAMED_PERSON') return `Approved when ${person} ${person === 'you' ? 'approve' : 'approves'}.`
  const { approved, asked } = approvalCount(standing)
  if (asked === 0)
    return 'Approved when everyone who was asked approves. Nobody was asked yet: one approval is enough.'
  return `Approved when everyone who was asked approves: ${approved} of ${asked}.`
}

/** The people whose verdict is missing; undefined if there are none. `person` as for `ruleInWords`. */
export function missingInWords(
  standing: Standing,
  { status, meId, person }: { status: VersionStatus; meId: string; person: string },
): string | undefined {
  const { rule, requests, verdicts } = standing
  if (status === 'NEED_REVIEW' && rule.type === 'NAMED_PERSON') return `Waiting for ${person}.`
  const answered = new Set(
    verdicts.flatMap((one) => (one.user && whyNotCounted(one, standing) === undefined ? [one.user.id] : [])),
  )
  const approved = approvers(standing)
  const isMissing = (id: string) => (rule.type === 'ALL_REQUESTED' ? !approved.has(id) : !answered.has(id))
  const missing = requests.filter(({ user }) => isMissing(user.id)).map(({ user }) => user)
  // “you” comes first.
  const names = [
    ...missing.filter(({ id }) => id === meId).map(() => 'you'),
    ...missing.filter(({ id }) => id !== meId).map(({ name }) => name),
  ]
  if (names.length === 0) return undefined
  if (status === 'NEED_REVIEW')
    return `Waiting for ${joinNames(names, rule.type === 'ALL_REQUESTED' ? 'and' : 'or')}.`
  if (rule.type === 'ALL_REQUESTED' && (status === 'NEED_EDIT' || status === 'REJECTED'))
    return `Not approved by ${joinNames(names, 'and')}.`
  return undefined
}

/** An approval whose verdicts have all become stale: the files that people see now were never approved. */
export function isApprovalStale({ verdicts }: Pick<Standing, 'verdicts'>, status: VersionStatus): boolean {
  const approvals = verdicts.filter(({ verdict }) => verdict === 'APPROVED')
  return status === 'APPROVED' && approvals.length > 0 && approvals.every(({ stale }) => stale !== null)
}

/** “Ann, Bo and 2 others”. */
export function joinNames(names: readonly string[], word: 'and' | 'or', most = 3): string {
  if (names.length === 1) return names[0]!
  if (names.length <= most) return `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`
  const others = names.length - most + 1
  return `${names.slice(0, most - 1).join(', ')} ${word} ${others} others`
}

/** The progress of a reviewer. */
export function requestState({ state, verdict }: Pick<ReviewRequest, 'state' | 'verdict'>): string {
  if (state === 'REQUESTED') return 'Asked, not opened yet'
  if (state === 'SEEN') return verdict ? 'Asked, verdict is stale' : 'Asked, has opened it'
  return verdictNames[state]
}

export const verdictNames: Record<VerdictRecord['verdict'], string> = {
  APPROVED: 'Approved',
  NEED_EDIT: 'Requested changes',
  REJECTED: 'Rejected',
}

/** The last moment of a local day such as `2026-11-15`, in the format of the API. */
export function dueAtOf(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString().replace('T', ' ').replace('Z', '000')
}
