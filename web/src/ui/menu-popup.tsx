// The parts of menus. They are loaded with the first menu that a person is about to open (menu.tsx).
import { Menu as Base } from '@base-ui/react/menu'
import type { ReactNode, RefObject } from 'react'
import { isBehindDialog } from './dialog-focus.ts'
import { CheckIcon } from './icons.tsx'
import styles from './menu.module.css'

/** The popup of a menu button. */
export function MenuSurface({
  label,
  button,
  open,
  onClose,
  children,
}: {
  label: string
  button: RefObject<HTMLButtonElement | null>
  open: boolean
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Positioner className={styles.positioner} anchor={button} align="end" sideOffset={6}>
          <Base.Popup
            className={styles.popup}
            aria-label={label}
            // An item may have opened a dialog, which keeps the focus.
            finalFocus={() => (isBehindDialog(button.current) ? false : button.current)}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export function MenuPopup({ children }: { children: ReactNode }) {
  return (
    <Base.Portal>
      <Base.Positioner className={styles.positioner} align="end" sideOffset={6}>
        <Base.Popup className={styles.popup}>{children}</Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

export function MenuItem({
  onClick,
  danger,
  disabled,
  children,
}: {
  onClick: () => void
  danger?: boolean
  disabled?: boolean
  children: ReactNode
}) {
  return (
    <Base.Item
      className={`${styles.item} ${danger ? styles.danger : ''}`}
      onClick={onClick}
      disabled={disabled ?? false}
    >
      {children}
    </Base.Item>
  )
}

/** Items under a heading. */
export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className={styles.label}>{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  )
}

export function MenuSeparator() {
  return <Base.Separator className={styles.separator} />
}

export function MenuRadioGroup({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  onChange: (value: string) => void
}) {
  return (
    <Base.Group>
      <Base.GroupLabel className={styles.label}>{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={onChange}>
        {options.map(([option, text]) => (
          <Base.RadioItem key={option} value={option} className={styles.item} closeOnClick>
            {text}
            <Base.RadioItemIndicator className={styles.check}>
              <CheckIcon />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  )
}

/** Any number of options; the menu stays open while they are checked. */
export function MenuCheckGroup<Value extends string>({
  label,
  values,
  options,
  onChange,
}: {
  label: string
  values: readonly Value[]
  options: readonly (readonly [Value, string])[]
  onChange: (values: Value[]) => void
}) {
  const toggle = (value: Value) =>
    onChange(values.includes(value) ? values.filter((one) => one !== value) : [...values, value])
  return (
    <Base.Group>
      <Base.GroupLabel className={styles.label}>{label}</Base.GroupLabel>
      {options.map(([value, text]) => (
        <Base.CheckboxItem
          key={value}
          className={styles.item}
          checked={values.includes(value)}
          onCheckedChange={() => toggle(value)}
          closeOnClick={false}
        >
          {text}
          <Base.CheckboxItemIndicator className={styles.check}>
            <CheckIcon />
          </Base.CheckboxItemIndicator>
        </Base.CheckboxItem>
      ))}
    </Base.Group>
  )
}
