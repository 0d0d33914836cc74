// All files of a share: what a client sees first when there is more than one.
import type { OpenShare } from '@dailies/sdk'
import { lazy, Suspense } from 'react'
import { parseTime } from '../ui/parse-time.ts'
import { useShareTitle } from './brand.ts'
import { DownloadAll } from './download-all.tsx'
import { FileCard } from './file-card.tsx'
import { GuestNote } from './guest-note.tsx'
import styles from './list-page.module.css'
import { Logo } from './logo.tsx'
import { type Section, sectionsOf } from './sections.ts'
import { takeFocus } from './take-focus.ts'
import { VerdictBar } from './verdict-bar.tsx'

const Delivery = lazy(async () => ({ default: (await import('./delivery.tsx')).Delivery }))

/** With more files than this, their images are smaller. */
const few = 8

export function ListPage({ share }: { share: OpenShare }) {
  const { workspace, name, welcome, files, upload, versions } = share
  useShareTitle(name, workspace.name)
  const sections = sectionsOf(share)
  // One version is decided on at the end of the page, where a thumb is; of several, each below its name.
  const [only, another] = versions
  const single = another ? undefined : only
  return (
    <>
      <main id="main" className={styles.page} tabIndex={-1} ref={takeFocus}>
        <header className={styles.header}>
          <div className={styles.brand}>
            <Logo brand={workspace} size={32} />
            <span>{workspace.name}</span>
          </div>
          <h1 className={styles.title}>{name}</h1>
          {welcome !== null && <p className={styles.welcome}>{welcome}</p>}
          <p className="quiet">{factsOf(share)}</p>
          <DownloadAll share={share} />
        </header>
        {sections.map((section) => (
          <Files
            key={section.key}
            section={section}
            share={share}
            isDense={files.length > few}
            isOnly={sections.length === 1}
          >
            {section.version !== null && !single && <VerdictBar share={share} version={section.version} />}
          </Files>
        ))}
        {files.length === 0 && upload === null && (
          <p className={styles.none}>There is nothing here yet. Come back later: the link stays the same.</p>
        )}
        {upload !== null && (
          <Suspense>
            <Delivery share={share} upload={upload} />
          </Suspense>
        )}
        <GuestNote share={share} />
      </main>
      {single && share.verdicts && (
        <div className={styles.bar}>
          <VerdictBar share={share} version={single} named />
        </div>
      )}
    </>
  )
}

type FilesProps = {
  section: Section
  share: OpenShare
  isDense: boolean
  isOnly: boolean
  children: React.ReactNode
}

function Files({ section: { title, version, files }, share, isDense, isOnly, children }: FilesProps) {
  // The name of the only section is mostly that of the share.
  const heading = isOnly ? (title === share.name ? null : title) : (title ?? 'More files')
  return (
    <section className={styles.section} aria-label={heading ?? 'Files'}>
      {heading !== null && <h2>{heading}</h2>}
      {version?.description && <p className={styles.welcome}>{version.description}</p>}
      {children}
      <ul className={styles.files} data-dense={isDense || undefined}>
        {files.map((file) => (
          <FileCard key={file.id} file={file} />
        ))}
      </ul>
    </section>
  )
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

function factsOf({ files, expiresAt }: OpenShare): string {
  const count = files.length === 1 ? '1 file' : `${files.length.toLocaleString('en')} files`
  return [
    files.length > 0 && count,
    expiresAt !== null && `available until ${day.format(parseTime(expiresAt))}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
