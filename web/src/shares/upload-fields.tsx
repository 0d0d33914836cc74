// Uploads of guests: into a folder of the project, within limits.
import { useQuery } from '@tanstack/react-query'
import { foldersQuery } from '../data/queries.ts'
import { asTree, pathTo } from '../files/folder-path.ts'
import { CheckField, SelectField, TextField } from '../ui/field.tsx'
import type { FieldsProps, UploadKind } from './share-settings.ts'
import styles from './shares.module.css'

const kinds: readonly (readonly [UploadKind, string])[] = [
  ['VIDEO', 'Video'],
  ['AUDIO', 'Audio'],
  ['IMAGE', 'Images'],
  ['DOCUMENT', 'Documents'],
  ['MODEL', '3D models'],
]

export function UploadFields({ settings, change, errorAt, projectId }: FieldsProps & { projectId: string }) {
  const { data: folders = [] } = useQuery(foldersQuery(projectId))
  const { upload } = settings
  const options = asTree(folders).map(
    ({ folder }) =>
      [
        folder.id,
        pathTo(folders, folder.id)
          .map(({ name }) => name)
          .join(' / '),
      ] as const,
  )
  const first = options[0]?.[0]
  return (
    <fieldset className={styles.group}>
      <legend>Uploads</legend>
      <CheckField
        label="Guests can upload files"
        checked={upload !== null}
        disabled={first === undefined}
        hint={
          first === undefined
            ? 'Create a folder in the project first: uploads go there.'
            : 'Into a folder of the project. A guest sees what they uploaded themselves.'
        }
        onChange={({ currentTarget }) =>
          change({
            upload:
              currentTarget.checked && first !== undefined
                ? { folderId: first, gigabytes: '10', kinds: [] }
                : null,
          })
        }
      />
      {upload !== null && (
        <>
          <SelectField
            label="Folder"
            value={upload.folderId}
            options={options}
            error={errorAt('/upload/folder/id')}
            onValue={(folderId) => change({ upload: { ...upload, folderId } })}
          />
          <TextField
            label="Most gigabytes, of all guests together"
            inputMode="decimal"
            pattern="[0-9]*[.,]?[0-9]*"
            value={upload.gigabytes}
            hint="Empty: as much as the workspace has left."
            error={errorAt('/upload/maxBytes')}
            onChange={({ currentTarget }) =>
              change({ upload: { ...upload, gigabytes: currentTarget.value } })
            }
          />
          <fieldset className={styles.kinds}>
            <legend>Kinds of files</legend>
            {kinds.map(([kind, name]) => (
              <label key={kind} className={styles.kind}>
                <input
                  type="checkbox"
                  // Nothing chosen means all.
                  checked={upload.kinds.length === 0 || upload.kinds.includes(kind)}
                  onChange={() => change({ upload: { ...upload, kinds: toggled(upload.kinds, kind) } })}
                />
                {name}
              </label>
            ))}
          </fieldset>
        </>
      )}
    </fieldset>
  )
}

function toggled(chosen: readonly UploadKind[], kind: UploadKind): UploadKind[] {
  const all = kinds.map(([one]) => one)
  const before = chosen.length === 0 ? all : chosen
  const after = before.includes(kind) ? before.filter((one) => one !== kind) : [...before, kind]
  return after.length === all.length ? [] : after
}
