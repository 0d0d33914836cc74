import { Icon } from '../../ui/icons.tsx'

export const PlayIcon = () => (
  <Icon filled>
    <path d="M6 3.6v12.8c0 .5.5.8.9.5l9.6-6.4a.6.6 0 0 0 0-1L6.9 3.1A.6.6 0 0 0 6 3.6Z" />
  </Icon>
)

export const PauseIcon = () => (
  <Icon filled>
    <rect x="5" y="3.5" width="3.6" height="13" rx="0.8" />
    <rect x="11.4" y="3.5" width="3.6" height="13" rx="0.8" />
  </Icon>
)

export const FrameBackIcon = () => (
  <Icon>
    <path d="M14.5 4.5v11M11 5l-5.5 5 5.5 5" />
  </Icon>
)

export const FrameForwardIcon = () => (
  <Icon>
    <path d="M5.5 4.5v11M9 5l5.5 5L9 15" />
  </Icon>
)

export const LoopIcon = () => (
  <Icon>
    <path d="M4 11V9a3 3 0 0 1 3-3h8.5M13 3.5 15.5 6 13 8.5M16 9v2a3 3 0 0 1-3 3H4.5M7 16.5 4.5 14 7 11.5" />
  </Icon>
)

export const InIcon = () => (
  <Icon>
    <path d="M9 4H6v12h3M10 10h6" />
  </Icon>
)

export const OutIcon = () => (
  <Icon>
    <path d="M11 4h3v12h-3M4 10h6" />
  </Icon>
)

export const VolumeIcon = () => (
  <Icon>
    <path d="M3.5 8v4H6l4 3.5v-11L6 8ZM13 7.5a3.5 3.5 0 0 1 0 5M15 5a7 7 0 0 1 0 10" />
  </Icon>
)

export const MutedIcon = () => (
  <Icon>
    <path d="M3.5 8v4H6l4 3.5v-11L6 8ZM13 8l4 4M17 8l-4 4" />
  </Icon>
)

export const FullScreenIcon = () => (
  <Icon>
    <path d="M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4" />
  </Icon>
)

export const LeaveFullScreenIcon = () => (
  <Icon>
    <path d="M8 4v4H4M16 8h-4V4M12 16v-4h4M4 12h4v4" />
  </Icon>
)

export const FitIcon = () => (
  <Icon>
    <rect x="3.5" y="5" width="13" height="10" rx="1.5" />
    <path d="M7 10h6" />
  </Icon>
)

export const MinusIcon = () => (
  <Icon>
    <path d="M4 10h12" />
  </Icon>
)

export const ResetIcon = () => (
  <Icon>
    <path d="M4.5 10a5.5 5.5 0 1 0 2-4.2M4 3v3.5h3.5" />
  </Icon>
)
