import { useId } from 'react'
import type { Rule, RuleField } from '../../generated/check-rules.ts'
import { Select } from '../../ui/select.tsx'
import styles from './profiles.module.css'
import { RuleOutcome } from './rule-outcome.tsx'
import { type Errors, type Level, levels, type RuleDraft, rangeOf, standardOf } from './rules-draft.ts'
import type { Preview } from './use-preview.ts'

type Row = {
  rule: Rule
  draft: RuleDraft
  onDraft: (change: Partial<RuleDraft>) => void
  errors: Errors
  preview: Preview
  readOnly: boolean
}

const levelNames: Readonly<Record<Level, string>> = {
  OFF: 'Off',
  INFO: 'Info',
  WARNING: 'Warning',
  PROBLEM: 'Problem',
}

export function RuleRow({ rule, draft, onDraft, errors, preview, readOnly }: Row) {
  const isOn = draft.level !== 'OFF'
  return (
    <li className={styles.rule} data-on={isOn || undefined} data-rule={rule.name}>
      <div className={styles.ruleHead}>
        <div className={styles.ruleText}>
          <h3>{rule.title}</h3>
          <p className="quiet small">{rule.about}</p>
        </div>
        <LevelChoice
          rule={rule}
          value={draft.level}
          onValue={(level) => onDraft({ level })}
          readOnly={readOnly}
        />
      </div>
      {isOn && rule.fields.length > 0 && (
        <div className={styles.fields}>
          {rule.fields.map((field) => (
            <LimitField
              key={field.name}
              rule={rule}
              field={field}
              value={draft.fields[field.name] ?? ''}
              error={errors[`${rule.name}.${field.name}`]}
              readOnly={readOnly}
              onValue={(value) => onDraft({ fields: { ...draft.fields, [field.name]: value } })}
            />
          ))}
        </div>
      )}
      {isOn && <RuleOutcome rule={rule.name} preview={preview} />}
    </li>
  )
}

type Levels = { rule: Rule; value: Level; onValue: (level: Level) => void; readOnly: boolean }

function LevelChoice({ rule, value, onValue, readOnly }: Levels) {
  const name = useId()
  if (readOnly)
    return (
      <span className={styles.level} data-level={value}>
        {levelNames[value]}
      </span>
    )
  return (
    <fieldset className={styles.levels}>
      <legend className="unseen">Level of {rule.title}</legend>
      {levels.map((level) => (
        <label key={level} className={styles.level} data-level={level}>
          <input
            type="radio"
            name={name}
            value={level}
            checked={level === value}
            onChange={() => onValue(level)}
          />
          {levelNames[level]}
        </label>
      ))}
    </fieldset>
  )
}

type Limit = {
  rule: Rule
  field: RuleField
  value: string
  error: string | undefined
  readOnly: boolean
  onValue: (value: string) => void
}

function LimitField(props: Limit) {
  const { rule, field, error } = props
  const id = useId()
  return (
    <div className={styles.limit} data-kind={field.kind}>
      <label htmlFor={id}>
        <span className="unseen">{rule.title}: </span>
        {field.label}
      </label>
      <LimitControl {...props} id={id} />
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** TOP_FIRST → Top first. */
function choiceName(choice: string): string {
  if (choice === 'true') return 'Yes'
  return choice === 'false'
    ? 'No'
    : `${choice.slice(0, 1)}${choice.slice(1).toLowerCase().replaceAll('_', ' ')}`
}

function titleOf(field: RuleField): string | undefined {
  if (field.kind === 'number') return rangeOf(field)
  if (field.choices.length > 0) return `Separated by commas: ${field.choices.join(', ')}`
  return field.kind === 'texts' ? `Separated by commas, such as ${field.example}` : undefined
}

function LimitControl({ field, value, error, readOnly, onValue, id }: Limit & { id: string }) {
  if (field.kind === 'choice' || field.kind === 'switch') {
    const options = field.kind === 'choice' ? field.choices : ['true', 'false']
    return (
      <Select
        id={id}
        options={options.map((one) => [one, choiceName(one)] as const)}
        value={value}
        onValue={onValue}
        disabled={readOnly}
      />
    )
  }
  return (
    <span className={styles.typed}>
      <input
        id={id}
        value={value}
        readOnly={readOnly}
        inputMode={field.kind === 'number' ? modeOf(field) : undefined}
        placeholder={standardOf(field)}
        title={titleOf(field)}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
      />
      {field.unit && <span className={styles.unit}>{field.unit}</span>}
    </span>
  )
}

/** The decimal keyboard of phones has no minus. */
function modeOf({ least }: RuleField): 'text' | 'decimal' {
  return least === null || least < 0 ? 'text' : 'decimal'
}
