import { type ReactNode, useId } from 'react'
import styles from './choice.module.css'

export type Option<Value extends string> = { value: Value; label: ReactNode; disabled?: boolean }

/** A choice of a few options, all visible at once. By keyboard: Tab to it, arrow keys within. */
export function Choice<Value extends string>({
  label,
  options,
  value,
  onValue,
}: {
  label: string
  options: readonly Option<Value>[]
  value: Value
  onValue: (value: Value) => void
}) {
  const name = useId()
  return (
    <fieldset className={styles.choice}>
      <legend>{label}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onValue(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
