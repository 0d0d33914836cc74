import type { ProjectMember, ReviewRule } from '@dailies/sdk'
import { useQuery } from '@tanstack/react-query'
import { membersQuery } from '../data/queries.ts'
import { SelectField } from '../ui/field.tsx'
import { ruleNames } from './review-texts.ts'

/** `PROJECT`: a review follows the rule of its project. */
export type RuleChoice = { type: ReviewRule['type'] | 'PROJECT'; userId: string | undefined }

export function choiceOf(rule: ReviewRule | null): RuleChoice {
  return { type: rule?.type ?? 'PROJECT', userId: rule?.user?.id }
}

/** As the API takes it. */
export function ruleOf({ type, userId }: RuleChoice) {
  if (type === 'PROJECT') return null
  return { type, user: type === 'NAMED_PERSON' && userId !== undefined ? { id: userId } : null }
}

const types = Object.entries(ruleNames) as [ReviewRule['type'], string][]

/** When a review is approved. With `projectRule`, the rule of one review, which may be that of the project. */
export function RuleFields({
  projectId,
  projectRule,
  seesReview = () => true,
  value,
  onValue,
  error,
}: {
  projectId: string
  projectRule?: ReviewRule | undefined
  /** People who cannot see the review cannot decide on it. */
  seesReview?: (member: ProjectMember) => boolean
  value: RuleChoice
  onValue: (value: RuleChoice) => void
  error: string | undefined
}) {
  const { data: members = [] } = useQuery(membersQuery(projectId))
  const asProject =
    projectRule && ([['PROJECT', `As the project: ${lowered(ruleNames[projectRule.type])}`]] as const)
  const first = members.find(seesReview)?.user.id
  return (
    <>
      <SelectField
        label={projectRule ? 'Approved when' : 'Reviews are approved when'}
        value={value.type}
        options={[...(asProject ?? []), ...types]}
        onValue={(type) => onValue({ type, userId: value.userId ?? first })}
      />
      {value.type === 'NAMED_PERSON' && (
        <SelectField
          label="Who decides"
          value={value.userId ?? ''}
          options={members.map((member) => [member.user.id, member.user.name, !seesReview(member)])}
          hint="Only the verdict of this person counts."
          error={error}
          onValue={(userId) => onValue({ ...value, userId })}
        />
      )}
    </>
  )
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
