// The text of a skill, written on the left and seen on the right. What is not published is kept in this browser.
import type { Skill } from '@dailies/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { useDebounced } from '../ui/debounced.ts'
import { Markdown } from '../ui/markdown.tsx'
import { type Draft, dropDraft, readDraft, saveDraft } from './draft.ts'
import styles from './editor.module.css'
import { MarkdownArea } from './markdown-area.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { latestVersion, versionTextQuery } from './queries.ts'
import { countWords } from './words.ts'

export function SkillEditor({ skill }: { skill: Skill }) {
  const latest = latestVersion(skill)
  return latest ? <EditorOnVersion skill={skill} id={latest.id} /> : <Editor skill={skill} published="" />
}

function EditorOnVersion({ skill, id }: { skill: Skill; id: string }) {
  // The version that one begins on stays, also when another one is published meanwhile.
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
  const { saved, save } = useDraft(skill.id, text, begun, published)
  const helpId = useId()
  const discard = () => {
    dropDraft(skill.id)
    setRestored(undefined)
    setText(published)
  }
  const newest = latestVersion(skill)?.version ?? 0
  return (
    <div className={styles.editor}>
      <header className={styles.bar}>
        <h1>{skill.name}</h1>
        <div className={styles.actions}>
          <p className="quiet small" role="status">
            {saved}
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
          {`Version ${newest} was published since you began on version ${begun}. Both texts are kept; publishing shows the difference first.`}
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
          <MarkdownArea text={text} onText={setText} onSave={save} describedBy={helpId} />
          <p id={helpId} className="quiet small">
            {countWords(text).toLocaleString('en')} words · {text.length.toLocaleString('en')} of 200,000
            characters · Tab indents, Escape and then Tab leaves
          </p>
        </section>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled is reached by keyboard. */}
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

/** Typing goes before drawing. */
function Preview({ text }: { text: string }) {
  const seen = useDeferredValue(text)
  if (seen.trim() === '') return <p className="quiet">What you write is seen here as it will read.</p>
  return <Markdown text={seen} />
}

/** Kept after a moment of rest, and at once by ⌘S. */
function useDraft(skillId: string, text: string, base: number, published: string) {
  const rested = useDebounced(text, 800)
  const [saved, setSaved] = useState('')
  useEffect(() => {
    if (rested === published) dropDraft(skillId)
    else keep(skillId, rested, base, setSaved)
  }, [skillId, rested, base, published])
  return { saved: text === published ? '' : saved, save: () => keep(skillId, text, base, setSaved) }
}

function keep(skillId: string, text: string, base: number, tell: (news: string) => void): void {
  tell(
    saveDraft(skillId, { text, base })
      ? 'Draft kept in this browser'
      : 'This browser has no room for the draft: publish it, or copy it.',
  )
}
