import { Suspense, use } from 'react'
import styles from './markdown.module.css'
import { Spinner } from './spinner.tsx'

type ToHtml = (text: string) => string
let loading: Promise<ToHtml> | undefined

/** The parser and the sanitiser are loaded when the first text is shown. */
function load(): Promise<ToHtml> {
  loading ??= import('./markdown-html.ts').then(
    ({ safeHtml }) => safeHtml,
    (error) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/** Renders Markdown that people wrote. This is the only component that inserts HTML from text into the page. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<Spinner label="Loading" />}>
      <Prose text={text} />
    </Suspense>
  )
}

function Prose({ text }: { text: string }) {
  const toHtml = use(load())
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is sanitised, see markdown-html.ts.
  return <div className={styles.prose} dangerouslySetInnerHTML={{ __html: toHtml(text) }} />
}
