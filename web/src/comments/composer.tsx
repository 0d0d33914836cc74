// Writes comments and replies. The discussion decides their target.
import type { Comment } from '@dailies/sdk'
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useParticipant } from '../data/participant.ts'
import { useReportTyping } from '../data/presence.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { sizeInWords } from '../ui/size.ts'
import { useDraft } from './browser-storage.ts'
import styles from './composer.module.css'
import { useDiscussion } from './discussion-context.ts'
import { readDraft, replaced } from './draft.ts'
import { EmojiButton } from './emoji-button.tsx'
import { ClipIcon } from './icons.tsx'
import { MentionField } from './mention-field.tsx'
import type { NewComment } from './target.ts'
import { asAttachments, type Upload, type Uploads, useUploads } from './use-uploads.ts'

/** Fields sent with the text, such as a place and a drawing; `giveBack` undoes taking them. */
export type Prepared = { fields: Partial<NewComment>; giveBack: () => void }

export type ComposerProps = {
  label: string
  placeholder: string
  /** The key under which an unsent text is stored. */
  draftKey: string
  /** The comment that this replies to. */
  parent?: Comment
  prepare?: () => Prepared
  /** Above the text. */
  above?: ReactNode
  /** Whether there is something to send without text, such as a drawing. */
  hasMore?: boolean
  /** A file to attach, from another part of the page; `onTaken` is called once it is. */
  handed?: File | null
  onTaken?: () => void
  /** Buttons beside those for emoji and files. */
  tools?: ReactNode
  /** Beside the buttons. */
  hint?: string | undefined
  send?: string
  /** On a phone the composer is one line until it gets the focus. */
  isOpen?: boolean
  autoFocus?: boolean
  fieldRef?: Ref<HTMLTextAreaElement>
  onFocus?: () => void
  onEscape?: (isEmpty: boolean) => void
  onCancel?: () => void
  onSent?: () => void
}

export function Composer(props: ComposerProps) {
  const { label, placeholder, draftKey, parent, prepare, above, tools, hint, send = 'Comment' } = props
  const discussion = useDiscussion()
  const [text, setText] = useDraft(draftKey)
  const { target } = discussion
  const { viaShare } = useParticipant()
  useReportTyping(viaShare ? undefined : target.fileId, parent?.id, text)
  const uploads = useUploads(target)
  const { handed } = props
  const take = useEffectEvent((file: File) => {
    uploads.add([file])
    props.onTaken?.()
    field.current?.focus()
  })
  useEffect(() => {
    if (handed) take(handed)
  }, [handed])
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const id = useId()

  const [problem, setProblem] = useState<unknown>(null)
  const isEmpty = text.trim() === '' && uploads.all.length === 0
  const canSend = (!isEmpty || props.hasMore === true) && uploads.ready

  function submit(): void {
    if (!canSend) return
    const prepared = prepare?.()
    const content = text.trim()
    const attachments = asAttachments(uploads.all)
    try {
      discussion.create(
        {
          ...prepared?.fields,
          ...(content !== '' && { content }),
          ...(parent && { parent: { id: parent.id } }),
          ...(attachments.length > 0 && { attachments: attachments.map(({ id }) => ({ id })) }),
        },
        attachments,
      )
    } catch (error) {
      prepared?.giveBack()
      setProblem(error)
      return
    }
    setProblem(null)
    setText('')
    uploads.take()
    props.onSent?.()
  }

  /** Handles keys of the text field, the tools, the checkbox and the buttons alike. */
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>): void {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault()
      submit()
    } else if (event.key === 'Escape' && event.target === field.current) {
      event.stopPropagation()
      field.current?.blur()
      props.onEscape?.(isEmpty)
    }
  }

  function onPaste(event: ClipboardEvent): void {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    uploads.add(event.clipboardData.files)
  }

  function onDrop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    uploads.add(event.dataTransfer.files)
  }

  function insert(emoji: string): void {
    const draft = readDraft(text)
    const end = draft.text.length
    const { selectionStart = end, selectionEnd = end } = field.current ?? {}
    const { content, caret } = replaced(draft, selectionStart, selectionEnd, emoji)
    flushSync(() => setText(content))
    // When the picker closes, it returns the focus to its button.
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(caret, caret)
    })
  }

  return (
    <form
      className={`${styles.composer} ${isOver ? styles.over : ''}`}
      aria-label={label}
      data-open={props.isOpen !== false || !isEmpty || problem !== null || undefined}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {problem !== null && <ProblemNote error={problem} />}
      {above}
      <MentionField
        label={label}
        content={text}
        setContent={setText}
        fieldRef={(element) => {
          field.current = element
          return assign(props.fieldRef, element)
        }}
        aria-describedby={hint ? `${id}-hint` : undefined}
        placeholder={placeholder}
        rows={2}
        autoFocus={props.autoFocus ?? false}
        onFocus={props.onFocus}
        onPaste={onPaste}
      />
      <UploadList uploads={uploads} />
      <div className={styles.bar}>
        {tools}
        <EmojiButton label="Insert emoji" onPick={insert} />
        <IconButton label="Attach files" small onClick={() => picker.current?.click()}>
          <ClipIcon />
        </IconButton>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label="Files to attach"
          onChange={(event) => {
            uploads.add(event.currentTarget.files ?? [])
            event.currentTarget.value = ''
          }}
        />
        {hint && (
          <span id={`${id}-hint`} className={styles.hint}>
            {hint}
          </span>
        )}
        {props.onCancel && (
          <Button small look="plain" className={styles.send ?? ''} onClick={props.onCancel}>
            Cancel
          </Button>
        )}
        <Button
          type="submit"
          look="main"
          small
          className={props.onCancel ? '' : (styles.send ?? '')}
          disabled={!canSend}
          title="Ctrl+Enter or ⌘+Enter"
        >
          {uploads.ready ? send : 'Uploading…'}
        </Button>
      </div>
    </form>
  )
}

function UploadList({ uploads }: { uploads: Uploads }) {
  if (uploads.all.length === 0) return null
  return (
    <ul className={styles.uploads} aria-label="Attached files">
      {uploads.all.map((upload) => (
        <li key={upload.key} className={styles.upload}>
          <span className={styles.fileName}>{upload.file.name}</span>
          <State upload={upload} />
          <IconButton label={`Remove ${upload.file.name}`} small onClick={() => uploads.remove(upload)}>
            <CloseIcon />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

function State({ upload: { file, progress, id, problem } }: { upload: Upload }) {
  if (problem !== undefined)
    return (
      <span className={styles.problem} role="alert">
        {problem}
      </span>
    )
  if (id !== undefined) return <span className="quiet small">{sizeInWords(file.size)}</span>
  return <progress value={progress} aria-label={`Uploading ${file.name}`} />
}

function assign<Element>(ref: Ref<Element> | undefined, element: Element | null): void {
  if (typeof ref === 'function') ref(element)
  else if (ref) ref.current = element
}
