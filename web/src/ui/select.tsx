// A select field. Its popup is loaded when the first one is shown; until then a placeholder has the same size.
import { lazy, Suspense } from 'react'
import { DownIcon } from './icons.tsx'
import styles from './select.module.css'
import type { SelectProps } from './select-popup.tsx'

const Loaded = lazy(() => import('./select-popup.tsx').then(({ SelectPopup }) => ({ default: SelectPopup })))

export function Select<Value extends string>(props: SelectProps<Value>) {
  return (
    <Suspense fallback={<Waiting {...props} />}>
      <Loaded {...props} onValue={(value) => props.onValue(value as Value)} />
    </Suspense>
  )
}

function Waiting<Value extends string>({ options, value, wide }: SelectProps<Value>) {
  return (
    <span className={`${styles.trigger} ${wide ? styles.wide : ''}`}>
      <span className={styles.value}>{options.find(([one]) => one === value)?.[1]}</span>
      <DownIcon />
    </span>
  )
}
