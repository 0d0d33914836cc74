import { Icon } from '../../ui/icons.tsx'

export const SwapIcon = () => (
  <Icon>
    <path d="M4 7h12M13 4l3 3-3 3M16 13H4M7 10l-3 3 3 3" />
  </Icon>
)
