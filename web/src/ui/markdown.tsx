import { Suspense, use } from 'react'
import styles from './markdown.module.css'
import { Spinner } from './spinner.tsx'

type ToHtml = (text: string) => string
let loading: Promise<ToHtml> | undefined

/** The parser and the sanitiser come when the first text is shown. */
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

/** What somebody wrote, as they meant it. The only place where HTML that is made from text goes into the page. */
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
