// The things that guests may do with the files.
import type { Share } from '@dailies/sdk'
import { CheckField, SelectField } from '../ui/field.tsx'
import type { FieldsProps } from './share-settings.ts'
import styles from './shares.module.css'

/** The two settings of comments in one question. */
const commentOptions = [
  ['COMMENT ALL', 'Comment, and see all comments'],
  ['COMMENT OWN', 'Comment, and see only their own'],
  ['VIEW ALL', 'Only look, and see all comments'],
  ['VIEW OWN', 'Only look'],
] as const

type CommentChoice = (typeof commentOptions)[number][0]

const commentHints: Record<CommentChoice, string> = {
  'COMMENT ALL': 'The comments of your team and of other guests of this link.',
  'COMMENT OWN': 'Their own threads, with the replies of your team.',
  'VIEW ALL': 'The comments of your team and of other guests of this link.',
  'VIEW OWN': 'Guests see no comments at all.',
}

const downloadOptions = [
  ['NONE', 'Nothing'],
  ['PROXY', 'Playable copies'],
  ['ORIGINAL', 'Originals'],
] as const

const revisionOptions = [
  ['LATEST', 'Always the latest revision'],
  ['FROZEN', 'Frozen: the files as they are now'],
] as const

export function GuestFields({ settings, change, errorAt }: FieldsProps) {
  const { access, comments, items, verdicts, downloads, revisions } = settings
  const choice: CommentChoice = `${access} ${comments}`
  function choose(next: CommentChoice) {
    const [access, comments] = next.split(' ') as [Share['access'], Share['comments']]
    change({ access, comments })
  }
  return (
    <fieldset className={styles.group}>
      <legend>Guests can</legend>
      <SelectField
        label="Comments"
        value={choice}
        options={commentOptions}
        hint={commentHints[choice]}
        onValue={choose}
      />
      {items.some(({ kind }) => kind === 'VERSION') && (
        <CheckField
          label="Approve or request changes"
          checked={verdicts}
          hint="Their verdict counts as that of any reviewer."
          onChange={({ currentTarget }) => change({ verdicts: currentTarget.checked })}
        />
      )}
      <SelectField
        label="Downloads"
        value={downloads}
        options={downloadOptions}
        error={errorAt('/downloads')}
        onValue={(downloads) => change({ downloads })}
      />
      <SelectField
        label="Revisions"
        value={revisions}
        options={revisionOptions}
        onValue={(revisions) => change({ revisions })}
      />
    </fieldset>
  )
}
