// Our icons: 20 units wide, with lines as thick as text. The button around an icon carries the label.
import type { ReactNode } from 'react'

export function Icon({ children, filled }: { children: ReactNode; filled?: boolean }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      aria-hidden="true"
      fill={filled ? 'currentColor' : 'none'}
      stroke={filled ? 'none' : 'currentColor'}
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}

export const CloseIcon = () => (
  <Icon>
    <path d="m5 5 10 10M15 5 5 15" />
  </Icon>
)

export const CheckIcon = () => (
  <Icon>
    <path d="m4.5 10.5 3.5 3.5 7.5-8" />
  </Icon>
)

export const MoreIcon = () => (
  <Icon filled>
    <circle cx="4.5" cy="10" r="1.5" />
    <circle cx="10" cy="10" r="1.5" />
    <circle cx="15.5" cy="10" r="1.5" />
  </Icon>
)

export const PlusIcon = () => (
  <Icon>
    <path d="M10 4v12M4 10h12" />
  </Icon>
)

export const NextIcon = () => (
  <Icon>
    <path d="m8 4 6 6-6 6" />
  </Icon>
)

export const DownIcon = () => (
  <Icon>
    <path d="m6 8 4 4 4-4" />
  </Icon>
)

export const PanelIcon = () => (
  <Icon>
    <rect x="2.5" y="4" width="15" height="12" rx="1.5" />
    <path d="M12.5 4v12" />
  </Icon>
)

export const ShrinkIcon = () => (
  <Icon>
    <path d="M8 3.5V8H3.5M12 3.5V8h4.5M8 16.5V12H3.5M12 16.5V12h4.5" />
  </Icon>
)

export const SearchIcon = () => (
  <Icon>
    <circle cx="8.5" cy="8.5" r="5" />
    <path d="m12.5 12.5 4 4" />
  </Icon>
)

export const BackIcon = () => (
  <Icon>
    <path d="m12 4-6 6 6 6" />
  </Icon>
)

export const CopyIcon = () => (
  <Icon>
    <rect x="7" y="7" width="9.5" height="9.5" rx="1.5" />
    <path d="M13 4.5a1 1 0 0 0-1-1H4.5a1 1 0 0 0-1 1V12a1 1 0 0 0 1 1" />
  </Icon>
)

export const LinkIcon = () => (
  <Icon>
    <path d="M8.5 11.5a3 3 0 0 0 4.2 0l3-3a3 3 0 1 0-4.2-4.2l-1 1" />
    <path d="M11.5 8.5a3 3 0 0 0-4.2 0l-3 3a3 3 0 1 0 4.2 4.2l1-1" />
  </Icon>
)

export const TrashIcon = () => (
  <Icon>
    <path d="M4 6h12M8 6V4.5a1 1 0 0 1 1-1h2a1 1 0 0 1 1 1V6M5.5 6l.7 9.5a1 1 0 0 0 1 .9h5.6a1 1 0 0 0 1-.9L14.5 6" />
  </Icon>
)

export const UndoIcon = () => (
  <Icon>
    <path d="M7 4 3.5 7.5 7 11M3.5 7.5H12a4 4 0 0 1 0 8H8" />
  </Icon>
)
