// A list to choose one from. Its popup is loaded when the first one is shown; until then the field has the same box.
import { lazy, Suspense } from 'react'
import { DownIcon } from './icons.tsx'
import styles from './select.module.css'

const Loaded = lazy(() => import('./select-parts.tsx').then(({ SelectParts }) => ({ default: SelectParts })))

/** Value, text, and whether it cannot be chosen. */
export type SelectOption<Value extends string> = readonly [Value, string, boolean?]

export type SelectProps<Value extends string> = {
  options: readonly SelectOption<Value>[]
  value: Value
  onValue: (value: Value) => void
  disabled?: boolean | undefined
  /** As wide as what is around it. */
  wide?: boolean
  id?: string | undefined
  /** Where no label element names it. */
  'aria-label'?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

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
