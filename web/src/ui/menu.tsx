import { Menu as Base } from '@base-ui/react/menu'
import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { CheckIcon } from './icons.tsx'
import styles from './menu.module.css'

/** A button that opens a menu. `trigger` is what is on the button, `label` what it is called. */
export function Menu({
  label,
  trigger,
  children,
}: {
  label: string
  trigger: ReactNode
  children: ReactNode
}) {
  return (
    <Base.Root>
      <Base.Trigger render={<IconButton label={label}>{trigger}</IconButton>} />
      <MenuPopup>{children}</MenuPopup>
    </Base.Root>
  )
}

/** For triggers that look otherwise: put it in a `Base.Root` with a trigger of your own. */
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

export function MenuLink({
  to,
  external,
  children,
}: {
  to: string
  external?: boolean
  children: ReactNode
}) {
  const link: ReactElement = external ? <a href={to}>{children}</a> : <Link to={to}>{children}</Link>
  return <Base.LinkItem className={styles.item} render={link} />
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
