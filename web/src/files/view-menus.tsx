// Menus for filters, order, groups and layout of the list. The URL stores all of it.
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { kindNames, kinds } from '../data/file-kinds.ts'
import { membersQuery } from '../data/queries.ts'
import { statusOptions } from '../data/statuses.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { DisplayIcon, FilterIcon, GridIcon, ListIcon } from '../ui/list-icons.tsx'
import { Menu, MenuRadioGroup, MenuSeparator } from '../ui/menu.tsx'
import { statusName } from '../ui/status.tsx'
import { useFiles } from './files-context.ts'
import { type Direction, firstDirection, type Grouping, isFiltered, type SortType } from './files-view.ts'
import styles from './view-menus.module.css'

// Generic components lose their types in `lazy`, so the values are strings here.
const MenuCheckGroup = lazy(async () => ({
  default: (await import('../ui/menu-popup.tsx')).MenuCheckGroup<string>,
}))

const sorts: readonly (readonly [SortType, string])[] = [
  ['date', 'Date'],
  ['name', 'Name'],
  ['size', 'Size'],
  ['status', 'Status'],
  ['kind', 'Kind'],
]

const directions: Record<SortType, readonly (readonly [Direction, string])[]> = {
  date: [
    ['desc', 'Newest first'],
    ['asc', 'Oldest first'],
  ],
  name: [
    ['asc', 'A to Z'],
    ['desc', 'Z to A'],
  ],
  size: [
    ['desc', 'Largest first'],
    ['asc', 'Smallest first'],
  ],
  status: [
    ['asc', 'In progress first'],
    ['desc', 'Closed first'],
  ],
  kind: [
    ['asc', 'A to Z'],
    ['desc', 'Z to A'],
  ],
}

const groups: readonly (readonly [Grouping, string])[] = [
  ['none', 'None'],
  ['status', 'Status'],
  ['kind', 'Kind'],
  ['person', 'Person'],
]

export function ViewMenus() {
  const { view, setView } = useFiles()
  return (
    <div className={styles.menus}>
      <FilterMenu />
      <DisplayMenu />
      <div className={styles.layouts}>
        <IconButton
          label="Show as grid"
          pressed={view.view === 'grid'}
          className={styles.layout ?? ''}
          onClick={() => setView({ view: 'grid' })}
        >
          <GridIcon />
        </IconButton>
        <IconButton
          label="Show as list"
          pressed={view.view === 'list'}
          className={styles.layout ?? ''}
          onClick={() => setView({ view: 'list' })}
        >
          <ListIcon />
        </IconButton>
      </div>
    </div>
  )
}

function FilterMenu() {
  const { projectId, filter, setFilter } = useFiles()
  const { data: members } = useQuery(membersQuery(projectId))
  const people = (members ?? []).map(({ user }) => [user.id, user.name] as const)
  return (
    <Menu
      label="Filter"
      button={
        <Button className={styles.button ?? ''} data-active={isFiltered(filter) || undefined} title="Filter">
          <FilterIcon /> <span className={styles.word}>Filter</span>
        </Button>
      }
    >
      <MenuCheckGroup
        label="Status"
        values={filter.status}
        options={statusOptions}
        onChange={(status) => setFilter({ status: status as typeof filter.status })}
      />
      <MenuSeparator />
      <MenuCheckGroup
        label="Kind"
        values={filter.kind}
        options={kinds.map((kind) => [kind, kindNames[kind]] as const)}
        onChange={(kind) => setFilter({ kind: kind as typeof filter.kind })}
      />
      {people.length > 1 && (
        <>
          <MenuSeparator />
          <MenuRadioGroup
            label="Uploaded by"
            value={filter.person ?? ''}
            options={[['', 'Anyone'], ...people]}
            onChange={(person) => setFilter({ person: person || undefined })}
          />
        </>
      )}
    </Menu>
  )
}

function DisplayMenu() {
  const { view, keyword, setView } = useFiles()
  const name = keyword === undefined ? sorts.find(([sort]) => sort === view.sort)![1] : 'Best match'
  return (
    <Menu
      label="Sort and group"
      button={
        <Button className={styles.button ?? ''} title="Sort and group" aria-label={`Sort and group: ${name}`}>
          <DisplayIcon /> <span className={styles.word}>{name}</span>
        </Button>
      }
    >
      {/* Search results stay sorted by relevance. */}
      {keyword === undefined && (
        <>
          <MenuRadioGroup
            label="Sort by"
            value={view.sort}
            options={sorts}
            onChange={(sort) =>
              setView({ sort: sort as SortType, direction: firstDirection[sort as SortType] })
            }
          />
          <MenuSeparator />
          <MenuRadioGroup
            label="Order"
            value={view.direction}
            options={directions[view.sort]}
            onChange={(direction) => setView({ direction: direction as Direction })}
          />
          <MenuSeparator />
        </>
      )}
      <MenuRadioGroup
        label="Group by"
        value={view.group}
        options={groups}
        onChange={(group) => setView({ group: group as Grouping })}
      />
    </Menu>
  )
}

/** The active filters, each with a button to remove it. */
export function ActiveFilters() {
  const { projectId, filter, setFilter } = useFiles()
  const { data: members } = useQuery(membersQuery(projectId))
  if (!isFiltered(filter)) return null
  const { status, kind, person } = filter
  const chips = [
    ...status.map((one) => ({
      name: statusName(one),
      remove: () => setFilter({ status: status.filter((other) => other !== one) }),
    })),
    ...kind.map((one) => ({
      name: kindNames[one],
      remove: () => setFilter({ kind: kind.filter((other) => other !== one) }),
    })),
    ...(person === undefined
      ? []
      : [
          {
            name: members?.find(({ user }) => user.id === person)?.user.name ?? 'One person',
            remove: () => setFilter({ person: undefined }),
          },
        ]),
  ]
  return (
    <ul className={styles.filters} aria-label="Filters">
      {chips.map(({ name, remove }) => (
        <li key={name}>
          <Button small className={styles.chip ?? ''} onClick={remove} aria-label={`Remove filter ${name}`}>
            {name} <CloseIcon />
          </Button>
        </li>
      ))}
      <li>
        <Button small look="plain" onClick={() => setFilter({ status: [], kind: [], person: undefined })}>
          Clear filters
        </Button>
      </li>
    </ul>
  )
}
