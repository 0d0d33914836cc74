import { checkRules, ruleGroups } from '../../generated/check-rules.ts'
import styles from './profiles.module.css'
import { RuleRow } from './rule-row.tsx'
import type { Errors, RuleDraft, RulesDraft } from './rules-draft.ts'
import type { Preview } from './use-preview.ts'

/** All rules by group, each with its level, limits, and what it finds in the file of the preview. */
export function RulesList({
  draft,
  onDraft,
  errors,
  preview,
  readOnly,
}: {
  draft: RulesDraft
  onDraft: (change: (draft: RulesDraft) => RulesDraft) => void
  errors: Errors
  preview: Preview
  readOnly: boolean
}) {
  return ruleGroups.map((group) => {
    const rules = checkRules.filter((rule) => rule.group === group)
    if (rules.length === 0) return null
    return (
      <section key={group} className={styles.group} aria-label={group}>
        <h2>{group}</h2>
        <ul className={styles.rules}>
          {rules.map((rule) => (
            <RuleRow
              key={rule.name}
              rule={rule}
              draft={draft[rule.name]!}
              onDraft={(change: Partial<RuleDraft>) =>
                onDraft((all) => ({ ...all, [rule.name]: { ...all[rule.name]!, ...change } }))
              }
              errors={errors}
              preview={preview}
              readOnly={readOnly}
            />
          ))}
        </ul>
      </section>
    )
  })
}
