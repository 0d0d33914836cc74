import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './button.module.css'

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** `main` for the primary action of a page, `danger` for destructive actions, `plain` in rows and bars. */
  look?: 'main' | 'second' | 'plain' | 'danger'
  small?: boolean
  /** The action is running: the button cannot be pressed again. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function buttonClass(look: ButtonProps['look'] = 'second', small = false): string {
  return [styles.button, styles[look], small && styles.small].filter(Boolean).join(' ')
}

export function Button({ look, small, busy, className, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={`${buttonClass(look, small)} ${className ?? ''}`}
    />
  )
}

export type IconButtonProps = Omit<ButtonProps, 'children' | 'look'> & {
  /** The action, for the tooltip and for screen readers. */
  label: string
  /** The shortcut of the same action. */
  shortcut?: string
  pressed?: boolean
  children: ReactNode
}

export function IconButton({ label, shortcut, pressed, className, busy, small, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={shortcut ? `${label} (${shortcut})` : label}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      aria-pressed={pressed}
      aria-busy={busy || undefined}
      {...rest}
      className={`${styles.icon} ${small ? styles.small : ''} ${className ?? ''}`}
    />
  )
}
