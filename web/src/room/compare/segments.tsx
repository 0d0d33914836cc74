import { useId } from 'react'
import { DownIcon } from '../../ui/icons.tsx'
import { Menu, MenuRadioGroup } from '../../ui/menu.tsx'
import { useRoomForm } from '../form.ts'
import styles from './compare-header.module.css'

/** A choice between a few options: side by side if they fit, else in a menu. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  return useRoomForm() === 'beside' ? <Row {...props} /> : <Choice {...props} />
}

type SegmentsProps<Value extends string> = {
  label: string
  options: readonly (readonly [Value, string])[]
  value: Value
  onValue: (value: Value) => void
  hideLabel?: boolean
}

function Choice<Value extends string>({ label, options, value, onValue, hideLabel }: SegmentsProps<Value>) {
  const text = options.find(([option]) => option === value)?.[1]
  return (
    <Menu
      label={label}
      button={
        <button type="button" className={styles.pick} aria-label={`${label}: ${text}`}>
          {hideLabel ? text : `${label}: ${text}`}
          <DownIcon />
        </button>
      }
    >
      <MenuRadioGroup
        label={label}
        value={value}
        options={options}
        onChange={(option) => onValue(option as Value)}
      />
    </Menu>
  )
}

function Row<Value extends string>({ label, options, value, onValue, hideLabel }: SegmentsProps<Value>) {
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
