// `/dev/tokens`, in development only: every token of ui/tokens.css and every control in its states, in both themes.
import { type ReactNode, useState } from 'react'
import { statuses } from '../generated/review-status.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { CheckField, SelectField, TextArea, TextField } from '../ui/field.tsx'
import { SearchIcon } from '../ui/icons.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { StatusBadge } from '../ui/status.tsx'
import { showDone, showProblem } from '../ui/toasts.tsx'
import styles from './tokens-page.module.css'

export function TokensPage() {
  const tokens = readTokens()
  const named = (pattern: RegExp) => tokens.filter(([name]) => pattern.test(name))
  const sizes = /^--(space|radius|text|control|check|sans|mono|regular|strong|quick|shadow)/
  return (
    <main className={styles.page}>
      <h1>Tokens and controls</h1>
      <p className="quiet">
        Values of <code>ui/tokens.css</code>. Sizes of controls and fields change with the pointer: look at
        them with touch emulation, too.
      </p>
      <div className={styles.themes}>
        {(['light', 'dark'] as const).map((theme) => (
          <section key={theme} className={styles.theme} style={{ colorScheme: theme }} aria-label={theme}>
            <Group title={`Colours, ${theme}`}>
              {tokens
                .filter(([name]) => !sizes.test(name))
                .map(([name]) => (
                  <div key={name} className={styles.token}>
                    <span className={styles.swatch} style={{ background: `var(${name})` }} />
                    <code>{name}</code>
                  </div>
                ))}
            </Group>
            <Controls />
          </section>
        ))}
      </div>
      <Group title="Text">
        {named(/^--(text|sans|mono|regular|strong)/).map(([name, value]) => (
          <p key={name} style={textStyle(name)}>
            {name} {value} · 0123456789 · Zoë Łukasz Nguyễn
          </p>
        ))}
      </Group>
      <Group title="Spacing and sizes">
        {named(/^--(space|radius|control|check|quick|shadow)/).map(([name, value]) => (
          <div key={name} className={styles.token}>
            {/^--(space|control|check)/.test(name) && (
              <span className={styles.bar} style={{ width: `var(${name})` }} />
            )}
            <code>{name}</code> <span className="quiet">{value}</span>
          </div>
        ))}
      </Group>
    </main>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

const colours = ['Rec. 709', 'Rec. 2020', 'P3'].map((name) => [name, name, name === 'P3'] as const)

function Controls() {
  const [choice, setChoice] = useState('Rec. 709')
  const [search, setSearch] = useState('')
  return (
    <Group title="Controls">
      {(['main', 'second', 'plain', 'danger'] as const).map((look) => (
        <div key={look} className={styles.row}>
          <Button look={look}>{look}</Button>
          <Button look={look} small>
            small
          </Button>
          <Button look={look} busy>
            busy
          </Button>
          <Button look={look} disabled>
            disabled
          </Button>
        </div>
      ))}
      <div className={styles.row}>
        <IconButton label="Plain">
          <SearchIcon />
        </IconButton>
        <IconButton label="Pressed" pressed>
          <SearchIcon />
        </IconButton>
        <IconButton label="Disabled" disabled>
          <SearchIcon />
        </IconButton>
        <Menu label="Menu" trigger={<SearchIcon />}>
          <MenuItem onClick={() => {}}>Item</MenuItem>
          <MenuItem danger onClick={() => {}}>
            Delete
          </MenuItem>
        </Menu>
        <Button onClick={() => showDone('Moved to Day 1', { key: 'example', undo: () => {} })}>Toast</Button>
        <Button onClick={() => showProblem(new Error())}>Problem</Button>
      </div>
      <SearchField label="Search" value={search} onSearch={setSearch} />
      <TextField label="Text" hint="A hint below the field." placeholder="Placeholder" />
      <TextField label="Text with an error" defaultValue="Dailies" error="This name is taken." />
      <TextField label="Disabled" defaultValue="Dailies" disabled />
      <TextArea label="Long text" />
      <SelectField label="Select" options={colours} value={choice} onValue={setChoice} />
      <SelectField label="Select, disabled" options={colours} value={choice} onValue={setChoice} disabled />
      <Choice
        label="Segmented"
        options={colours.map(([value, label, disabled]) => ({ value, label, disabled: disabled ?? false }))}
        value={choice}
        onValue={setChoice}
      />
      <CheckField label="Checkbox" hint="With a hint." defaultChecked />
      <CheckField label="Not checked" />
      <CheckField label="Disabled" disabled defaultChecked />
      <div className={styles.row}>
        <label>
          <input type="radio" name="radio" defaultChecked /> Radio
        </label>
        <label>
          <input type="radio" name="radio" /> Another
        </label>
      </div>
      <div className={styles.row}>
        {statuses.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
      </div>
    </Group>
  )
}

function textStyle(name: string) {
  if (name.startsWith('--text')) return { fontSize: `var(${name})` }
  if (name === '--sans' || name === '--mono') return { fontFamily: `var(${name})` }
  return { fontWeight: `var(${name})` }
}

/** Name and value of every custom property of :root. */
function readTokens(): (readonly [string, string])[] {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
  const root = rules.filter((rule) => rule instanceof CSSStyleRule && rule.selectorText === ':root')
  const names = root.flatMap((rule) =>
    [...(rule as CSSStyleRule).style].filter((name) => name.startsWith('--')),
  )
  const values = getComputedStyle(document.documentElement)
  return [...new Set(names)].map((name) => [name, values.getPropertyValue(name)] as const)
}
