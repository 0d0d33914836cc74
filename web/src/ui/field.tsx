import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react'
import styles from './field.module.css'
import { Select } from './select.tsx'
import type { SelectProps } from './select-popup.tsx'

type FieldProps = { label: string; hint?: ReactNode; error?: string | undefined }

type Described = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

function Field({
  label,
  hint,
  error,
  children,
}: FieldProps & { children: (control: Described) => ReactNode }) {
  const id = useId()
  const about = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': about, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

export function TextField({
  label,
  hint,
  error,
  ...rest
}: FieldProps & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  return (
    <Field {...{ label, hint, error }}>
      {(control) => <input {...rest} {...control} className={styles.control} />}
    </Field>
  )
}

export function TextArea({
  label,
  hint,
  error,
  ...rest
}: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <Field {...{ label, hint, error }}>
      {(control) => <textarea rows={3} {...rest} {...control} className={styles.control} />}
    </Field>
  )
}

export function SelectField<Value extends string>({
  label,
  hint,
  error,
  ...rest
}: FieldProps & Omit<SelectProps<Value>, keyof Described>) {
  return <Field {...{ label, hint, error }}>{(control) => <Select {...rest} {...control} wide />}</Field>
}

export function CheckField({ label, hint, ...rest }: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  return (
    <div className={styles.check}>
      <input type="checkbox" {...rest} id={id} aria-describedby={hint ? `${id}-hint` : undefined} />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
