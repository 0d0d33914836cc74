import type { File } from '@dailies/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { itemsOf } from '../../data/lists.ts'
import { FilePicker } from '../../picking/file-picker.tsx'
import { projectsQuery } from '../../projects/projects-query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import type { Place } from './profile-queries.ts'

/** In the settings of the workspace, the project is chosen first. */
export function ChooseFileDialog({
  place,
  onClose,
  onFile,
}: {
  place: Place
  onClose: () => void
  onFile: (file: File) => void
}) {
  const [chosen, setChosen] = useState<readonly File[]>([])
  const [project, setProject] = useState(place)
  return (
    <Dialog open onClose={onClose} title="Choose a file" wide>
      {place === null && (
        <ProjectField
          value={project}
          onValue={(id) => {
            setProject(id)
            setChosen([])
          }}
        />
      )}
      {project !== null && (
        <div>
          <FilePicker
            key={project}
            label="File"
            projectId={project}
            chosen={chosen}
            onChosen={(files) => setChosen(files.slice(-1))}
            most={2}
            lists={false}
          />
        </div>
      )}
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="main" disabled={chosen.length === 0} onClick={() => onFile(chosen[0]!)}>
          Use this file
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function ProjectField({ value, onValue }: { value: string | null; onValue: (id: string) => void }) {
  const projects = itemsOf(useInfiniteQuery(projectsQuery(undefined, false, 'activity')).data)
  return (
    <SelectField
      label="Project"
      options={[
        ...(value === null ? [['', 'Choose a project'] as const] : []),
        ...projects.map(({ id, name }) => [id, name] as const),
      ]}
      value={value ?? ''}
      onValue={onValue}
    />
  )
}
