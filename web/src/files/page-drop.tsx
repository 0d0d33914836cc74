import { useEffect, useState } from 'react'
import { fromComputer } from './drop-target.ts'
import styles from './page-drop.module.css'

/** Files may be dropped anywhere on the page: they are uploaded to the open folder. */
export function PageDrop({ to, onDrop }: { to: string; onDrop: (transfer: DataTransfer) => void }) {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!fromComputer(event.dataTransfer)) return
      // Otherwise the browser would open the file instead of the page.
      event.preventDefault()
      setOver(true)
    }
    const onDragLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      setOver(false)
      if (event.defaultPrevented || !fromComputer(event.dataTransfer)) return
      event.preventDefault()
      onDrop(event.dataTransfer!)
    }
    // A folder or a card that accepts the drop stops the event before it reaches the document.
    const onAnyDrop = () => setOver(false)
    document.addEventListener('dragover', onDragOver)
    document.addEventListener('dragleave', onDragLeave)
    document.addEventListener('drop', onAnyDrop, true)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', onDragOver)
      document.removeEventListener('dragleave', onDragLeave)
      document.removeEventListener('drop', onAnyDrop, true)
      document.removeEventListener('drop', drop)
    }
  }, [onDrop])
  return over ? <div className={styles.over}>Drop to upload to {to}</div> : null
}
