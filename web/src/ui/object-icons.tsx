// Icons of the records in a project, in the same style as the others.
import { Icon } from './icons.tsx'

export const FolderIcon = () => (
  <Icon>
    <path d="M2.5 6a1.5 1.5 0 0 1 1.5-1.5h3.6l2 2.2H16A1.5 1.5 0 0 1 17.5 8.200V14A1.5 1.5 0 0 1 16 15.500H4A1.5 1.5 0 0 1 2.5 14Z" />
  </Icon>
)

export const VideoIcon = () => (
  <Icon>
    <rect x="2.5" y="4" width="15" height="12" rx="1.5" />
    <path d="M6 4v12M14 4v12M2.5 8H6M2.5 12H6M14 8h3.500M14 12h3.5" />
  </Icon>
)

export const ImageIcon = () => (
  <Icon>
    <rect x="2.5" y="4" width="15" height="12" rx="1.5" />
    <circle cx="7" cy="8" r="1.2" />
    <path d="m4 14.5 4.2-4 2.8 2.6 2.4-2.2 3 3" />
  </Icon>
)

export const DocumentIcon = () => (
  <Icon>
    <path d="M5 2.500h6.500L15.5 6.500v11H5ZM11.5 2.500v4h4M7.5 10.500h5M7.5 13.500h5" />
  </Icon>
)

export const CubeIcon = () => (
  <Icon>
    <path d="m10 2.5 6.5 3.700v7.600L10 17.500l-6.5-3.700V6.200ZM3.5 6.2 10 10l6.5-3.800M10 10v7.5" />
  </Icon>
)

export const AudioIcon = () => (
  <Icon>
    <path d="M3 8.500v3M6.5 6v8M10 3.500v13M13.5 7v6M17 8.500v3" />
  </Icon>
)

export const PeopleIcon = () => (
  <Icon>
    <circle cx="7.5" cy="7" r="2.8" />
    <path d="M2.5 16c.4-3 2.4-4.5 5-4.500s4.6 1.5 5 4.500M12.5 4.600a2.8 2.8 0 0 1 0 4.900M14.5 11.900c1.7.6 2.7 2 3 4.1" />
  </Icon>
)

export const UploadIcon = () => (
  <Icon>
    <path d="M10 13V3.500M6 7.300l4-3.8 4 3.800M3.5 13v3.500h13V13" />
  </Icon>
)

export const SparkIcon = () => (
  <Icon>
    <path d="M9 3c.5 3.8 1.7 5 5.5 5.5-3.8.5-5 1.7-5.5 5.5-.5-3.8-1.7-5-5.5-5.500C7.3 8 8.5 6.8 9 3ZM15.5 13c.2 1.5.7 2 2 2.2-1.3.3-1.8.8-2 2.3-.2-1.5-.7-2-2-2.3 1.3-.2 1.8-.7 2-2.200Z" />
  </Icon>
)

export const RetryIcon = () => (
  <Icon>
    <path d="M15.5 6.500A6.5 6.5 0 1 0 16.5 10M16 3v4h-4" />
  </Icon>
)

export const ChevronIcon = () => (
  <Icon>
    <path d="m6 8 4 4 4-4" />
  </Icon>
)
