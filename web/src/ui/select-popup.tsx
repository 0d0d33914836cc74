import { Select as Base } from '@base-ui/react/select'
import { useRef } from 'react'
import { CheckIcon, DownIcon } from './icons.tsx'
import styles from './select.module.css'

/** Value, label, and whether it is disabled. */
export type SelectOption<Value extends string> = readonly [Value, string, boolean?]

export type SelectProps<Value extends string> = {
  options: readonly SelectOption<Value>[]
  value: Value
  onValue: (value: Value) => void
  disabled?: boolean | undefined
  /** As wide as its container. */
  wide?: boolean
  id?: string | undefined
  /** For a select without a label element. */
  'aria-label'?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

export function SelectPopup({ options, value, onValue, disabled, wide, ...named }: SelectProps<string>) {
  const trigger = useRef<HTMLButtonElement>(null)
  // Base UI changes the value by itself when its option is gone. People press an option, or type while the select has the focus.
  const isTyped = () => document.activeElement === trigger.current
  return (
    <Base.Root
      items={options.map(([value, label]) => ({ value, label }))}
      value={value}
      onValueChange={(next, { reason }) => {
        if (next !== null && (reason !== 'none' || isTyped())) onValue(next)
      }}
      disabled={disabled ?? false}
    >
      <Base.Trigger {...named} ref={trigger} className={`${styles.trigger} ${wide ? styles.wide : ''}`}>
        <Base.Value className={styles.value} />
        <DownIcon />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={styles.positioner} alignItemWithTrigger={false} sideOffset={4}>
          <Base.Popup className={styles.popup}>
            <Base.List>
              {options.map(([value, text, isDisabled]) => (
                <Base.Item key={value} value={value} disabled={isDisabled ?? false} className={styles.item}>
                  <Base.ItemText>{text}</Base.ItemText>
                  <Base.ItemIndicator>
                    <CheckIcon />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
