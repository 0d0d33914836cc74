import { useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { keyName, shortcutGroups } from '../ui/shortcuts.ts'
import styles from './shortcuts-dialog.module.css'

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [groups] = useState(shortcutGroups)
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts">
      {groups.map(({ title, shortcuts }) => (
        <section key={title} className={styles.group}>
          <h3>{title}</h3>
          <dl className={styles.list}>
            {shortcuts.map(({ keys, label }) => (
              <div key={keys + label} className={styles.row}>
                <dt>
                  <kbd className={styles.key}>{keyName(keys)}</kbd>
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
