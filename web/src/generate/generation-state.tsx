// The progress of a generated file, for cards and the review room. Renders nothing once the file is complete.
import type { File, FileDetails } from '@dailies/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client } from '../data/client.ts'
import { usePermissions } from '../data/permissions.ts'
import { fileQuery, keys } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import styles from './generation-state.module.css'
import { isUnderWay, pollEvery, stateInWords, watch } from './generation-texts.ts'

export function GenerationState({ file }: { file: Pick<File, 'id' | 'mode' | 'status'> }) {
  const unfinished = file.mode === 'GENERATED' && (file.status === 'GENERATING' || file.status === 'FAILED')
  return unfinished ? <Unfinished fileId={file.id} status={file.status} /> : null
}

function Unfinished({ fileId, status }: { fileId: string; status: File['status'] }) {
  const running = status === 'GENERATING'
  // All visible generations share one budget of requests per minute. An event announces the end immediately.
  useEffect(() => (running ? watch() : undefined), [running])
  const { data: file } = useQuery({
    ...fileQuery(fileId),
    refetchInterval: ({ state }) => isUnderWay(state.data) && pollEvery(),
  })
  if (!file?.generation) return null
  const { state, progress } = file.generation
  const underWay = isUnderWay(file)
  return (
    <div className={styles.state} data-state={state}>
      <p role="status" className={styles.words}>
        {stateInWords(file)}
      </p>
      {underWay && (
        <progress className={styles.progress} value={progress ?? undefined} aria-label="Progress" />
      )}
      <GenerationButton file={file} underWay={underWay} />
    </div>
  )
}

function GenerationButton({ file, underWay }: { file: FileDetails; underWay: boolean }) {
  const { contribute, me } = usePermissions(file.project.id)
  const queries = useQueryClient()
  const act = useMutation({
    mutationFn: async () => {
      await (underWay ? client.files.cancelGeneration(file.id) : client.files.retryGeneration(file.id))
    },
    async onSettled() {
      await queries.invalidateQueries({ queryKey: fileQuery(file.id).queryKey })
      await queries.invalidateQueries({ queryKey: keys.project(file.project.id, 'files') })
    },
  })
  // Guests by link may not spend the studio's money.
  if (!contribute || me.guest) return null
  if (!underWay && file.failure?.retryable === false) return null
  return (
    <Button small busy={act.isPending} onClick={() => act.mutate()}>
      {underWay ? 'Cancel' : 'Try again'}
    </Button>
  )
}
