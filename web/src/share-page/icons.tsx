import { Icon } from '../ui/icons.tsx'

export const PlayIcon = () => (
  <Icon filled>
    <path d="M6.5 4.2v11.6a.6.6 0 0 0 .92.5l9-5.8a.6.6 0 0 0 0-1l-9-5.8a.6.6 0 0 0-.92.5Z" />
  </Icon>
)

export const CommentsIcon = () => (
  <Icon>
    <path d="M4 4.5h12a1 1 0 0 1 1 1v7.5a1 1 0 0 1-1 1H9l-3.5 3v-3H4a1 1 0 0 1-1-1V5.5a1 1 0 0 1 1-1Z" />
  </Icon>
)

export const ListIcon = () => (
  <Icon>
    <rect x="3.5" y="3.5" width="5.5" height="5.5" rx="1" />
    <rect x="11" y="3.5" width="5.5" height="5.5" rx="1" />
    <rect x="3.5" y="11" width="5.5" height="5.5" rx="1" />
    <rect x="11" y="11" width="5.5" height="5.5" rx="1" />
  </Icon>
)

export const SaveIcon = () => (
  <Icon>
    <path d="M10 3.5v9M6.5 9.5 10 13l3.5-3.5M4 16.5h12" />
  </Icon>
)

export const SendIcon = () => (
  <Icon>
    <path d="M10 13.5v-9M6.5 7.5 10 4l3.5 3.5M4 16.5h12" />
  </Icon>
)
