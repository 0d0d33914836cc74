import { Icon } from '../../ui/icons.tsx'

export const RepeatIcon = () => (
  <Icon>
    <path d="M15.5 8.5a6 6 0 1 0 .2 3.4M16 4v4.5h-4.5" />
  </Icon>
)

/** Neither passed nor failed. */
export const DashIcon = () => (
  <Icon>
    <path d="M6 10h8" />
  </Icon>
)
