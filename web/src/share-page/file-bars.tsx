// The bars around a file: where it is among the others, and what can be done with it. On a phone in portrait, what a thumb
// reaches is at the bottom.
import type { OpenShare, ShareFile } from '@dailies/sdk'
import { useMutation } from '@tanstack/react-query'
import { download } from '../comments/download.ts'
import { client } from '../data/client.ts'
import type { RoomForm } from '../room/form.ts'
import { IconButton } from '../ui/button.tsx'
import { BackIcon, NextIcon } from '../ui/icons.tsx'
import { openList, setDrawer, turnTo, useAddress } from './address.ts'
import styles from './file-bars.module.css'
import { CommentsIcon, ListIcon, SaveIcon } from './icons.tsx'
import { Logo } from './logo.tsx'
import type { Neighbours } from './use-turning.ts'
import { VerdictBar } from './verdict-bar.tsx'

export type FilePageProps = { share: OpenShare; listed: ShareFile; hasList: boolean }
export type Bars = FilePageProps & { neighbours: Neighbours; form: RoomForm }

/** Guests who can only look, and see nobody's comments but their own, have none. */
export function showsComments({ access, comments }: OpenShare): boolean {
  return access === 'COMMENT' || comments === 'ALL'
}

export function TopBar(bars: Bars) {
  const { share, listed, neighbours, form, hasList } = bars
  const { workspace, files } = share
  const isBelow = form === 'below'
  const { drawer } = useAddress()
  // Over the image there is no room for more beside the comments.
  const isNarrow = form === 'over' && drawer
  return (
    <header className={styles.top} data-bar="top">
      {hasList ? (
        <IconButton label="All files" onClick={openList}>
          <ListIcon />
        </IconButton>
      ) : (
        <Logo brand={workspace} size={28} />
      )}
      <div className={styles.title}>
        <h1 className={styles.name} title={listed.name}>
          {listed.name}
        </h1>
        <p className={styles.place}>
          {files.length > 1 ? `${neighbours.place + 1} of ${files.length} · ${share.name}` : workspace.name}
        </p>
      </div>
      {!isBelow && <Turn neighbours={neighbours} />}
      {!isBelow && !isNarrow && <Verdict {...bars} small={form === 'over'} />}
      {!isNarrow && <DownloadButton {...bars} />}
      {!isBelow && !isNarrow && <CommentsButton {...bars} />}
    </header>
  )
}

export function BottomBar(bars: Bars) {
  return (
    <footer className={styles.bottom}>
      <div className={styles.row}>
        <Turn neighbours={bars.neighbours} />
        <CommentsButton {...bars} />
      </div>
      <Verdict {...bars} />
    </footer>
  )
}

function Turn({ neighbours: { before, after } }: Pick<Bars, 'neighbours'>) {
  if (!before && !after) return null
  return (
    <nav className={styles.turn} aria-label="Files">
      <IconButton
        label={before ? `Previous: ${before.name}` : 'This is the first file'}
        shortcut="["
        aria-disabled={!before}
        onClick={() => before && turnTo(before.id)}
      >
        <BackIcon />
      </IconButton>
      <IconButton
        label={after ? `Next: ${after.name}` : 'This is the last file'}
        shortcut="]"
        aria-disabled={!after}
        onClick={() => after && turnTo(after.id)}
      >
        <NextIcon />
      </IconButton>
    </nav>
  )
}

function Verdict({ share, listed, small = false }: Bars & { small?: boolean }) {
  const version = share.versions.find(({ id }) => id === listed.version?.id)
  return version && share.verdicts ? <VerdictBar share={share} version={version} small={small} /> : null
}

function CommentsButton({ share, listed: { commentCount } }: Bars) {
  const { drawer } = useAddress()
  if (!showsComments(share)) return null
  return (
    <button
      type="button"
      className={styles.comments}
      aria-expanded={drawer}
      onClick={() => setDrawer(!drawer)}
    >
      <CommentsIcon />
      <span className={styles.word}>Comments</span>
      {commentCount > 0 && <span className={styles.count}>{commentCount}</span>}
    </button>
  )
}

function DownloadButton({ share, listed }: Bars) {
  const save = useMutation({
    mutationFn: () => client.files.getDownloadUrl(listed.id),
    onSuccess: ({ url }) => download(url, listed.name),
  })
  if (share.downloads === 'NONE' || listed.mode === 'YOUTUBE') return null
  return (
    <IconButton label="Download" busy={save.isPending} onClick={() => save.mutate()}>
      <SaveIcon />
    </IconButton>
  )
}
