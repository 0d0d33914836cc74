import { lazy } from 'react'

/** The item of a menu that opens a page. Apart from the other items: the share page has menus, but no router. */
export const MenuLink = lazy(async () => ({ default: (await import('./menu-link-item.tsx')).MenuLink }))
