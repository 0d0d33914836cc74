import { Icon } from '../ui/icons.tsx'

export const ResolveIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="7" />
    <path d="m6.8 10.2 2.3 2.3 4.2-4.7" />
  </Icon>
)

export const ResolvedIcon = () => (
  <Icon filled>
    <path
      fillRule="evenodd"
      d="M10 2.2a7.8 7.8 0 1 0 0 15.6 7.8 7.8 0 0 0 0-15.6Zm4 6.1-4.9 5.4-3-3 1.2-1.2 1.8 1.8 3.7-4.1Z"
    />
  </Icon>
)

export const SmileIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="7" />
    <path d="M7 11.5c.6 1.2 1.7 1.8 3 1.8s2.4-.6 3-1.8M7.7 7.7v.2M12.3 7.7v.2" />
  </Icon>
)

export const ClipIcon = () => (
  <Icon>
    <path d="m15.5 9.5-5.3 5.3a3.4 3.4 0 0 1-4.8-4.8l5.7-5.7a2.3 2.3 0 0 1 3.2 3.2l-5.6 5.6a1.1 1.1 0 0 1-1.6-1.6l5-5" />
  </Icon>
)

export const DrawIcon = () => (
  <Icon>
    <path d="M4 16c.4-2 1-3.6 2-4.6L13.5 4a1.8 1.8 0 0 1 2.5 2.5L8.6 14c-1 1-2.6 1.6-4.6 2Z" />
  </Icon>
)

export const FilterIcon = () => (
  <Icon>
    <path d="M3.5 5.5h13M6 10h8M8.5 14.5h3" />
  </Icon>
)

export const DownloadIcon = () => (
  <Icon>
    <path d="M10 3.5v9M6 9l4 4 4-4M4 16.5h12" />
  </Icon>
)

export const FileIcon = () => (
  <Icon>
    <path d="M5 3h6l4 4v10H5ZM11 3v4h4" />
  </Icon>
)

export const ReplyIcon = () => (
  <Icon>
    <path d="M8 5 3.5 9.5 8 14M3.5 9.5H12a4.5 4.5 0 0 1 4.5 4.5v1.5" />
  </Icon>
)
