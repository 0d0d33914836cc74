import { eventTypes } from '../generated/scopes-and-events.ts'
import { CheckField } from '../ui/field.tsx'
import { type EventFilter, isChosen, type Resource, resources, withFilter } from './event-filters.ts'
import styles from './webhooks.module.css'

export function EventPicker({
  chosen,
  onChosen,
}: {
  chosen: readonly EventFilter[]
  onChosen: (chosen: EventFilter[]) => void
}) {
  return (
    <fieldset className={styles.events}>
      <legend>Events</legend>
      <CheckField
        label="All events"
        hint="Includes events that later versions of Dailies add."
        checked={chosen.includes('*')}
        onChange={(event) => onChosen(withFilter(chosen, '*', event.currentTarget.checked))}
      />
      {resources.map((resource) => (
        <ResourceEvents key={resource.filter} {...{ resource, chosen, onChosen }} />
      ))}
    </fieldset>
  )
}

function ResourceEvents({
  resource,
  chosen,
  onChosen,
}: {
  resource: Resource
  chosen: readonly EventFilter[]
  onChosen: (chosen: EventFilter[]) => void
}) {
  const { filter, title, types } = resource
  const count = types.filter((type) => isChosen(chosen, type)).length
  return (
    <details className={styles.resource}>
      <summary>
        {title}{' '}
        <span className="quiet small">
          {count === types.length ? 'all' : count === 0 ? 'none' : `${count} of ${types.length}`}
        </span>
      </summary>
      <div className={styles.types}>
        <CheckField
          label={`All ${title.toLowerCase()} events`}
          checked={isChosen(chosen, filter)}
          onChange={(event) => onChosen(withFilter(chosen, filter, event.currentTarget.checked))}
        />
        {types.map((type) => (
          <CheckField
            key={type}
            label={type}
            hint={eventTypes[type]}
            checked={isChosen(chosen, type)}
            onChange={(event) => onChosen(withFilter(chosen, type, event.currentTarget.checked))}
          />
        ))}
      </div>
    </details>
  )
}
