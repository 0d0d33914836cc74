import { EmojiPicker as Base } from 'frimousse'
import styles from './emoji.module.css'
import { emojiData } from './emoji-data.ts'

/** All emoji, with search and keyboard navigation. */
export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  return (
    <Base.Root
      className={styles.picker}
      columns={8}
      resolveEmojiData={emojiData}
      onEmojiSelect={({ emoji }) => onPick(emoji)}
    >
      <Base.Search className={styles.search} aria-label="Search emoji" placeholder="Search emoji" autoFocus />
      <Base.Viewport className={styles.viewport}>
        <Base.Loading className={styles.note}>Loading…</Base.Loading>
        <Base.Empty className={styles.note}>No emoji found</Base.Empty>
        <Base.List
          className={styles.list}
          components={{
            CategoryHeader: ({ category, ...props }) => (
              <div {...props} className={styles.category}>
                {category.label}
              </div>
            ),
            Row: ({ children, ...props }) => (
              <div {...props} className={styles.row}>
                {children}
              </div>
            ),
            Emoji: ({ emoji, ...props }) => (
              <button {...props} type="button" className={styles.emoji}>
                {emoji.emoji}
              </button>
            ),
          }}
        />
      </Base.Viewport>
    </Base.Root>
  )
}
