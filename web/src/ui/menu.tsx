// Menus. No page needs one at first, and they are a tenth of all scripts: they are loaded when the pointer comes near a
// button that opens one.
import {
  type ButtonHTMLAttributes,
  cloneElement,
  type KeyboardEvent,
  lazy,
  type ReactElement,
  type ReactNode,
  type Ref,
  Suspense,
  useRef,
  useState,
} from 'react'
import { IconButton } from './button.tsx'

const load = () => import('./menu-popup.tsx')

const MenuSurface = lazy(async () => ({ default: (await load()).MenuSurface }))
const Popup = lazy(async () => ({ default: (await load()).MenuPopup }))
export const MenuItem = lazy(async () => ({ default: (await load()).MenuItem }))
export const MenuGroup = lazy(async () => ({ default: (await load()).MenuGroup }))
export const MenuSeparator = lazy(async () => ({ default: (await load()).MenuSeparator }))
export const MenuRadioGroup = lazy(async () => ({ default: (await load()).MenuRadioGroup }))

type ButtonElement = ReactElement<ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }>

/**
 * A button that opens a menu. `trigger` is the content of the button, `label` its accessible name; `button` replaces
 * the default icon button.
 */
export function Menu({
  label,
  trigger,
  button,
  children,
}: {
  label: string
  trigger?: ReactNode
  button?: ButtonElement
  children: ReactNode
}) {
  const element = useRef<HTMLButtonElement>(null)
  // undefined until the menu is first opened: nothing is rendered.
  const [open, setOpen] = useState<boolean>()
  const opener = {
    ref: element,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': open === true,
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
    onClick: () => setOpen(true),
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      setOpen(true)
    },
  }
  return (
    <>
      {button ? (
        cloneElement(button, opener)
      ) : (
        <IconButton label={label} {...opener}>
          {trigger}
        </IconButton>
      )}
      <Suspense>
        {open !== undefined && (
          <MenuSurface label={label} button={element} open={open} onClose={() => setOpen(false)}>
            {children}
          </MenuSurface>
        )}
      </Suspense>
    </>
  )
}

/** For menus that `Menu` cannot express: wrap it in a `Base.Root` with your own trigger. */
export function MenuPopup({ children }: { children: ReactNode }) {
  return (
    <Suspense>
      <Popup>{children}</Popup>
    </Suspense>
  )
}
