// Chooses the square of an image that becomes the avatar: drag it or use the arrow keys; zoom with the slider.
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import styles from './avatar-setting.module.css'
import { type Crop, centreOf, cutOut, moved, squareOf } from './crop.ts'

type CropDialogProps = {
  file: File
  busy: boolean
  error: unknown
  onSave: (image: Blob) => void
  onClose: () => void
}

export function CropDialog({ file, busy, error, onSave, onClose }: CropDialogProps) {
  const url = useObjectUrl(file)
  const image = useRef<HTMLImageElement>(null)
  const [crop, setCrop] = useState<Crop>()
  const [broken, setBroken] = useState(false)
  const save = async () => onSave(await cutOut(image.current!, squareOf(crop!)))
  return (
    <Dialog open onClose={onClose} title="Crop image" description="Drag the image, or use the arrow keys.">
      {broken ? (
        <p className="problem" role="alert">
          This file could not be opened. Choose a PNG, JPEG or WebP image.
        </p>
      ) : (
        <CropArea crop={crop} onCrop={setCrop}>
          {url && (
            <img
              ref={image}
              src={url}
              alt=""
              draggable={false}
              style={crop ? placeOf(crop) : { opacity: 0 }}
              onLoad={({ currentTarget }) => setCrop(centreOf(currentTarget))}
              onError={() => setBroken(true)}
            />
          )}
        </CropArea>
      )}
      {crop && (
        <label className={styles.zoom}>
          Zoom
          <input
            type="range"
            min={1}
            max={4}
            step={0.05}
            value={crop.zoom}
            onChange={(event) => setCrop({ ...crop, zoom: Number(event.currentTarget.value) })}
          />
        </label>
      )}
      <ProblemNote error={error} />
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="main" busy={busy} disabled={!crop} onClick={() => void save()}>
          Save
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

type CropAreaProps = {
  crop: Crop | undefined
  onCrop: (crop: Crop) => void
  children: React.ReactNode
}

function CropArea({ crop, onCrop, children }: CropAreaProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const [x, y] = arrows[event.key] ?? [0, 0]
    if (!crop || (x === 0 && y === 0)) return
    event.preventDefault()
    onCrop(moved(crop, x * squareOf(crop).size * 0.05, y * squareOf(crop).size * 0.05))
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const area = event.currentTarget
    if (!crop || !area.hasPointerCapture(event.pointerId)) return
    const scale = squareOf(crop).size / area.clientWidth
    onCrop(moved(crop, -event.movementX * scale, -event.movementY * scale))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be focused; the arrow keys move the image.
    <div
      className={styles.area}
      role="group"
      aria-label="Position of the image"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it handles the arrow keys.
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
    >
      {children}
    </div>
  )
}

const arrows: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Positions the image so that the square fills the area. */
function placeOf(crop: Crop) {
  const { x, y, size } = squareOf(crop)
  const percent = (part: number) => `${(part / size) * 100}%`
  return { width: percent(crop.width), left: percent(-x), top: percent(-y) }
}

function useObjectUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
