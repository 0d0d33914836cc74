import { readFileSync } from 'node:fs'
import type { ProjectRole } from '../../core/access.ts'
import type { Receipt } from '../../records/receipt.ts'
import { staleWords, statusWords, verdictWords } from './review-words.ts'
import { typesetContent } from './typeset.ts'

const template = readFileSync(new URL('./receipt.typ', import.meta.url), 'utf8')

type SignedReceipt = { receipt: Receipt; fingerprint: string; json: string }

/** Typesets a receipt as a PDF that contains its signed JSON. */
export function typesetReceipt(signed: SignedReceipt, signal: AbortSignal): Promise<Uint8Array> {
  const { receipt, fingerprint, json } = signed
  const values = {
    json,
    receipt,
    fingerprint: fingerprint.match(/.{4}/g)!.join(' '),
    status: statusWords[receipt.version.status],
    rule: ruleWords(receipt),
    roles: roleWords,
    verdicts: verdictWords,
    stale: staleWords,
  }
  return typesetContent({ content: { values }, template, text: json }, signal)
}

const roleWords: Record<ProjectRole, string> = {
  PROJECT_OWNER: 'Owner',
  PROJECT_MANAGER: 'Manager',
  PROJECT_MEMBER: 'Member',
  PROJECT_REVIEWER: 'Reviewer',
  PROJECT_RESTRICTED_REVIEWER: 'Restricted reviewer',
}

function ruleWords({ rule, reviewers }: Receipt): string {
  const agents = rule.agentVerdictsCount ? ' Verdicts by tools count.' : ''
  const names = reviewers.map(({ name }) => name).join(', ')
  const words = {
    ANY_ONE: 'One approval is enough, unless somebody rejects or requests changes.',
    ALL_REQUESTED: `Everybody who was asked must approve${names === '' ? '' : `: ${names}`}.`,
    NAMED_PERSON: `Only the verdict of ${rule.user?.name ?? 'a deleted account'} counts.`,
  }
  return words[rule.type] + agents
}
