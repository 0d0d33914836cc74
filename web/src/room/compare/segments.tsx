import { useId } from 'react'
import styles from './compare-header.module.css'

/** One of a few, in a bar. By keyboard: Tab to it, arrows within. */
export function Segments<Value extends string>({
  label,
  options,
  value,
  onValue,
  hideLabel,
}: {
  label: string
  options: readonly (readonly [Value, string])[]
  value: Value
  onValue: (value: Value) => void
  hideLabel?: boolean
}) {
  const name = useId()
  return (
    <fieldset className={styles.segments}>
      <legend className={hideLabel ? 'unseen' : styles.legend}>{label}</legend>
      {options.map(([option, text]) => (
        <label key={option} className={styles.segment}>
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            onChange={() => onValue(option)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
