// 3D models: an interactive scene. If it cannot be shown, the preview image.
import type { FileDetails } from '@dailies/sdk'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { Object3D } from 'three'
import { client } from '../../data/client.ts'
import { useHeldUrl } from '../../data/derivatives.ts'
import { useMayDownload } from '../../data/permissions.ts'
import { keys } from '../../data/queries.ts'
import { IconButton } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { canLoad, loadModel } from '../model/load-model.ts'
import { createStage, type ModelStage } from '../model/stage.ts'
import { useModelKeys } from '../model/use-model-keys.ts'
import { MinusIcon, ResetIcon } from '../player/icons.tsx'
import { type Room, useRoom } from '../room.ts'
import styles from './model-viewer.module.css'
import type { ViewerProps } from './viewer-props.ts'

export function ModelViewer({ file, media, overlay }: ViewerProps) {
  const room = useRoom()
  const mayDownload = useMayDownload()
  const { data: model, error } = useModel(file, mayDownload)
  const { stage, ref, hasNoGraphics } = useStage(room, model)
  useModelKeys(stage)
  const still = useHeldUrl(media.preview ?? media.thumbnail)
  const isImage = error !== null || hasNoGraphics || !mayDownload || !canLoad(file.mimeType)
  return (
    <div className={styles.ground}>
      {/* The same aspect ratio on every screen, so that drawings appear where they were drawn. */}
      <div className={styles.image}>
        {isImage ? (
          <img className={styles.still} {...still} alt={file.name} />
        ) : (
          <canvas
            ref={ref}
            className={styles.canvas}
            role="img"
            aria-label={`${file.name}, a 3D model. The arrow keys turn it, + and − go nearer and away.`}
            data-loaded={(model && stage && 'true') || undefined}
          />
        )}
        <div className={styles.overlay}>{overlay}</div>
        {!isImage && !model && (
          <div className={styles.waiting}>
            <Spinner label="Loading the model" />
          </div>
        )}
      </div>
      {isImage ? (
        <p className={styles.note} role="status">
          This is an image of the model: {reasonOf(error, hasNoGraphics, mayDownload)}
        </p>
      ) : (
        stage && <Buttons stage={stage} />
      )}
    </div>
  )
}

function reasonOf(error: unknown, hasNoGraphics: boolean, mayDownload: boolean): string {
  if (!mayDownload) return 'your link does not allow downloads.'
  if (hasNoGraphics) return 'this browser does not support 3D graphics.'
  return error ? 'it could not be opened here.' : 'files of this type have no interactive view.'
}

function useModel({ id, mimeType }: FileDetails, mayDownload: boolean) {
  return useQuery({
    queryKey: keys.file(id, 'model'),
    queryFn: async () => {
      const { url } = await client.files.getDownloadUrl(id)
      return loadModel(url, mimeType!)
    },
    enabled: mayDownload && canLoad(mimeType),
    staleTime: Infinity,
    // The model is large, and useless if the scene cannot be created.
    gcTime: 0,
    structuralSharing: false,
  })
}

function useStage(room: Room, model: Object3D | undefined) {
  const [stage, setStage] = useState<ModelStage | null>(null)
  const [hasNoGraphics, setNoGraphics] = useState(false)
  const ref = useCallback(
    (canvas: HTMLCanvasElement | null) => {
      if (!canvas || !model) return
      let next: ModelStage
      try {
        next = createStage(canvas, (camera) => room.moved({ camera }))
      } catch {
        setNoGraphics(true)
        return
      }
      next.add(model)
      setStage(next)
      return () => {
        setStage(null)
        next.close()
      }
    },
    [room, model],
  )
  useEffect(() => {
    if (!stage) return
    const leaves = [
      room.setViewer({
        show: async ({ camera }) => camera && stage.look(camera),
        pause: () => {},
        place: () => ({ camera: stage.view() }),
      }),
      // While drawing, the pointer does not move the camera.
      room.store.subscribe(() => {
        stage.controls.enabled = room.store.get().pen === null
      }),
    ]
    return () => {
      for (const leave of leaves) leave()
    }
  }, [room, stage])
  return { stage, ref, hasNoGraphics }
}

function Buttons({ stage }: { stage: ModelStage }) {
  return (
    <div className={styles.buttons} data-bar="float" role="toolbar" aria-label="Camera">
      <IconButton label="Zoom out" shortcut="-" onClick={() => stage.turn(0, 0, 1.2)}>
        <MinusIcon />
      </IconButton>
      <IconButton label="Zoom in" shortcut="+" onClick={() => stage.turn(0, 0, 1 / 1.2)}>
        <PlusIcon />
      </IconButton>
      <IconButton label="Reset the view" shortcut="0" onClick={stage.reset}>
        <ResetIcon />
      </IconButton>
    </div>
  )
}
