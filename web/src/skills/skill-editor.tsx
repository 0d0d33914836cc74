// The editor of a skill: the text on the left, its preview on the right. Unpublished text is stored in this browser.
import type { Skill } from '@dailies/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { showDone } from '../ui/toasts.tsx'
import { type Draft, dropDraft, readDraft, saveDraft } from './draft.ts'
import styles from './editor.module.css'
import { MarkdownArea } from './markdown-area.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { latestVersion, versionTextQuery } from './queries.ts'
import { SkillText } from './skill-text.tsx'
import { countWords } from './typing.ts'

export function SkillEditor({ skill }: { skill: Skill }) {
  const latest = latestVersion(skill)
  return latest ? <EditorOnVersion skill={skill} id={latest.id} /> : <Editor skill={skill} published="" />
}

function EditorOnVersion({ skill, id }: { skill: Skill; id: string }) {
  // The base version stays the same, even when another one is published meanwhile.
  const [begunOn] = useState(id)
  const { data } = useSuspenseQuery(versionTextQuery(begunOn))
  return <Editor skill={skill} published={data.markdown} base={data.version} />
}

function Editor({ skill, published, base = 0 }: { skill: Skill; published: string; base?: number }) {
  const [restored, setRestored] = useState<Draft | undefined>(() => readDraft(skill.id))
  const [text, setText] = useState(restored?.text ?? published)
  const [publishing, setPublishing] = useState(false)
  const [pane, setPane] = useState<'write' | 'preview'>('write')
  const begun = restored?.base ?? base
  const [kept, setKept] = useState(restored ? 'Draft saved in this browser' : '')
  const helpId = useId()
  const write = (next: string) => {
    setText(next)
    setKept(keep(skill.id, { text: next, base: begun }, published))
  }
  const discard = () => {
    dropDraft(skill.id)
    setRestored(undefined)
    setText(published)
    setKept('')
  }
  const newest = latestVersion(skill)?.version ?? 0
  return (
    <div className={styles.editor}>
      <header className={styles.bar}>
        <h1>{skill.name}</h1>
        <div className={styles.actions}>
          <p className="quiet small" role="status">
            {kept}
          </p>
          <Button onClick={discard} disabled={text === published}>
            Discard
          </Button>
          <Button
            look="main"
            disabled={text.trim() === '' || text === published}
            onClick={() => setPublishing(true)}
          >
            Publish…
          </Button>
        </div>
      </header>
      {newest > begun && begun > 0 && (
        <p className="band" role="status">
          {`Version ${newest} was published after you started from version ${begun}. Both texts are kept; you see the difference before you publish.`}
        </p>
      )}
      <div className={styles.panes}>
        <Choice
          label="Show"
          value={pane}
          options={[
            { value: 'write', label: 'Write' },
            { value: 'preview', label: 'Preview' },
          ]}
          onValue={setPane}
        />
      </div>
      <div className={styles.sides} data-pane={pane}>
        <section className={styles.write} aria-label="Write">
          <MarkdownArea
            text={text}
            onText={write}
            onSave={() => kept && showDone(`${kept}.`)}
            describedBy={helpId}
          />
          <p id={helpId} className="quiet small">
            {countWords(text).toLocaleString('en')} words · {text.length.toLocaleString('en')} of 200,000
            characters · Tab indents, Escape and then Tab leaves
          </p>
        </section>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard. */}
        <section className={styles.preview} aria-label="Preview" tabIndex={0}>
          <Preview text={text} />
        </section>
      </div>
      {publishing && (
        <PublishDialog
          skill={skill}
          text={text}
          begunOn={begun}
          latest={{ version: base, text: published }}
          onClose={() => setPublishing(false)}
        />
      )}
    </div>
  )
}

/** Deferred: typing takes priority over rendering the preview. */
function Preview({ text }: { text: string }) {
  const seen = useDeferredValue(text)
  if (seen.trim() === '') return <p className="quiet">The preview appears here.</p>
  return <SkillText text={seen} />
}

/** Stored while typing, so that nothing is lost; publishing removes the draft. */
function keep(skillId: string, draft: { text: string; base: number }, published: string): string {
  if (draft.text === published) {
    dropDraft(skillId)
    return ''
  }
  return saveDraft(skillId, draft)
    ? 'Draft saved in this browser'
    : 'The draft cannot be saved in this browser. Publish or copy it.'
}
