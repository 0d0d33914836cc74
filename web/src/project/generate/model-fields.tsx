import type { Model } from '@dailies/sdk'
import { Choice } from '../../ui/choice.tsx'
import { SelectField } from '../../ui/field.tsx'
import styles from './generate.module.css'
import { type OutputType, outputTypes } from './generation-form.ts'

export function ModelFields({
  models,
  model,
  onType,
  onModel,
}: {
  models: readonly Model[]
  model: Model
  onType: (type: OutputType) => void
  onModel: (model: Model) => void
}) {
  const ofType = models.filter(({ outputType }) => outputType === model.outputType)
  const canMake = (type: OutputType) => models.some((one) => one.outputType === type && one.available)
  return (
    <>
      <Choice
        label="What to make"
        value={model.outputType}
        onValue={onType}
        options={outputTypes.map(([value, label]) => ({ value, label, disabled: !canMake(value) }))}
      />
      <SelectField
        label="Model"
        value={model.id}
        options={ofType.map((one) => [one.id, nameOf(one), !one.available] as const)}
        onValue={(id) => onModel(ofType.find((one) => one.id === id)!)}
      />
      <ModelNote model={model} />
    </>
  )
}

function nameOf({ name, available, draft }: Model): string {
  if (!available) return `${name} (no key on this server)`
  return draft ? `${name} (draft)` : name
}

function ModelNote({ model: { name, available, draft } }: { model: Model }) {
  if (!available)
    return (
      <p className={styles.note}>
        {name} cannot be had: this server has no key for it. Whoever runs the server can add one.
      </p>
    )
  if (!draft) return null
  return (
    <p className={styles.note}>
      This server has no key for {name}. It draws a draft of its own instead, which says so: made without any
      model, free of charge.
    </p>
  )
}
