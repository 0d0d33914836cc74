import type { Model } from '@dailies/sdk'
import { Choice } from '../ui/choice.tsx'
import { SelectField } from '../ui/field.tsx'
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
        label="Type"
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
  if (!available) return `${name} (not set up)`
  return draft ? `${name} (draft)` : name
}

function ModelNote({ model: { name, available, draft } }: { model: Model }) {
  if (!available)
    return (
      <p className={styles.note}>
        {name} is not set up on this server: it needs an API key. Ask the administrator to add one.
      </p>
    )
  if (!draft) return null
  return (
    <p className={styles.note}>
      This server has no API key for {name}, so it generates a placeholder instead: without any model, and
      free of charge.
    </p>
  )
}
