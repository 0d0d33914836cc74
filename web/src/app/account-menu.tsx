import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { forgetPlaces } from '../data/page-title.ts'
import { accountQuery, shownAs } from '../data/queries.ts'
import { useTimeZone } from '../data/time-zone.ts'
import { hasPushHere } from '../push/push-person.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '../ui/menu.tsx'
import { MenuLink } from '../ui/menu-link.tsx'
import { keyName } from '../ui/shortcuts.ts'
import { applyTheme, chosenTheme, type Theme } from '../ui/theme.ts'
import { openOverlay } from './overlays.tsx'
import styles from './shell.module.css'

export function AccountMenu() {
  const { data: me } = useSuspenseQuery(accountQuery)
  useTimeZone(me.id)
  const [theme, setTheme] = useState(chosenTheme)
  const { name, avatarUrl } = shownAs(me)
  const others = me.workspaces.filter(({ id }) => id !== me.workspace.id)
  return (
    <Menu label={`${name}, ${me.workspace.name}`} trigger={<Avatar name={name} url={avatarUrl} id={me.id} />}>
      <MenuItem onClick={() => openOverlay('commands')}>
        Search and commands
        <kbd className={styles.key}>{keyName('Mod+k')}</kbd>
      </MenuItem>
      <MenuSeparator />
      <MenuLink to="/settings/profile">Settings</MenuLink>
      <MenuLink to="/docs" external>
        Docs
      </MenuLink>
      <MenuSeparator />
      <MenuRadioGroup
        label="Theme"
        value={theme}
        options={[
          ['system', 'System'],
          ['light', 'Light'],
          ['dark', 'Dark'],
        ]}
        onChange={(value) => {
          applyTheme(value as Theme)
          setTheme(value as Theme)
        }}
      />
      <MenuSeparator />
      {!me.guest &&
        others.map(({ id, name }) => (
          <MenuItem key={id} onClick={() => post('/workspaces/switch', { workspace: id })}>
            Switch to {name}
          </MenuItem>
        ))}
      <MenuItem onClick={signOut}>Sign out</MenuItem>
    </Menu>
  )
}

/** Signing out of the server ends push as well; the browser forgets it when it can. */
async function signOut(): Promise<void> {
  forgetPlaces()
  if (hasPushHere()) {
    const forgotten = import('../push/push.ts').then(({ forgetPush }) => forgetPush()).catch(() => {})
    await Promise.race([forgotten, new Promise((done) => setTimeout(done, 1_000))])
  }
  post('/sign-out')
}

/** Signing in and out are form submissions: the server redirects to the right page. */
function post(action: string, fields: Record<string, string> = {}): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    Object.assign(input, { type: 'hidden', name, value })
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}
