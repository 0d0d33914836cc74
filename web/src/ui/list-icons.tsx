// Icons of lists and of actions on a selection.
import { Icon } from './icons.tsx'

export const CommentIcon = () => (
  <Icon>
    <path d="M3.5 4.5h13v9h-7l-3.5 3v-3H3.5z" />
  </Icon>
)

export const FilterIcon = () => (
  <Icon>
    <path d="M3.5 5.5h13M6 10h8M8.5 14.5h3" />
  </Icon>
)

export const SortIcon = ({ up }: { up: boolean }) => (
  <Icon>
    <path d={up ? 'M10 16V4m0 0L6 8m4-4 4 4' : 'M10 4v12m0 0 4-4m-4 4-4-4'} />
  </Icon>
)

export const DisplayIcon = () => (
  <Icon>
    <path d="M3 6.5h8m4 0h2M3 13.5h2m4 0h8" />
    <circle cx="13" cy="6.5" r="2" />
    <circle cx="7" cy="13.5" r="2" />
  </Icon>
)

export const GridIcon = () => (
  <Icon>
    <path d="M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h5v5h-5z" />
  </Icon>
)

export const ListIcon = () => (
  <Icon>
    <path d="M3.5 5h13M3.5 10h13M3.5 15h13" />
  </Icon>
)

export const SelectIcon = () => (
  <Icon>
    <path d="M4 3.5h12v13H4z" />
    <path d="m7 10 2.2 2.2L13.2 8" />
  </Icon>
)

export const DownloadIcon = () => (
  <Icon>
    <path d="M10 3.5v9m0 0 3.5-3.5M10 12.5 6.5 9M4 16.5h12" />
  </Icon>
)

export const MoveIcon = () => (
  <Icon>
    <path d="M3 5h5l1.5 2H17v8.5H3z" />
    <path d="M7.5 11.5h5m0 0-2-2m2 2-2 2" />
  </Icon>
)

export const ReviewIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="6.5" />
    <path d="m7 10.2 2.2 2.2 4-4.4" />
  </Icon>
)

export const ShareIcon = () => (
  <Icon>
    <path d="M10 12.5V3.5m0 0L6.5 7M10 3.5 13.5 7M5 10.5H4v6h12v-6h-1" />
  </Icon>
)
