// The item of a menu that opens a page (menu-link.tsx).
import { Menu as Base } from '@base-ui/react/menu'
import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import styles from './menu.module.css'

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
  return <Base.LinkItem className={styles.item} closeOnClick render={link} />
}
