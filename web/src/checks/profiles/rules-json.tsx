import { useState } from 'react'
import { TextArea } from '../../ui/field.tsx'
import styles from './profiles.module.css'
import { jsonOf, type Rules, type RulesDraft, readJson } from './rules-draft.ts'

/** The rules as JSON, as `admin check-profile` and the API have them. */
export function RulesJson({
  rules,
  error,
  readOnly,
  onDraft,
  onError,
}: {
  rules: Rules
  error: string | undefined
  readOnly: boolean
  onDraft: (draft: RulesDraft) => void
  onError: (error: string | undefined) => void
}) {
  const [text, setText] = useState(() => jsonOf(rules))
  const write = (next: string) => {
    setText(next)
    const read = readJson(next)
    onError('error' in read ? read.error : undefined)
    if ('draft' in read) onDraft(read.draft)
  }
  return (
    <div className={styles.json}>
      <TextArea
        label="Rules as JSON"
        spellCheck={false}
        rows={24}
        value={text}
        readOnly={readOnly}
        error={error}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
    </div>
  )
}
