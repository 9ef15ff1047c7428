import type { User } from '@sukoyaka/wire/people/account'
import { setIcon } from '@sukoyaka/wire/people/icon'
import { clsx } from 'clsx'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUpload } from '../../../api/upload.ts'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { SubmitButtons } from '../../../ui/form/SubmitButtons.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import classes from './CropDialog.module.css'
import { cropAfterKey, initialCrop, maxZoom, panCrop, zoomCrop } from './crop.ts'
import { drawCrop, fileOf, sizeOf } from './picture-file.ts'

type Point = { x: number; y: number }
const distanceBetween = ([a, b]: Point[]) => Math.hypot(a!.x - b!.x, a!.y - b!.y)
/** Pointer position relative to the centre; the side of the square is 1. */
const positionIn = (stage: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }) => {
  const { left, top, width, height } = stage.getBoundingClientRect()
  return { x: (clientX - left) / width - 0.5, y: (clientY - top) / height - 0.5 }
}

/** The part of a picture that a square shows, changed by the pointer, the wheel, keys or `zoomTo`. */
const useCrop = (picture: HTMLImageElement) => {
  const [crop, setCrop] = useState(initialCrop)
  const stage = useRef<HTMLDivElement>(null)
  const points = useRef(new Map<number, Point>())
  const size = sizeOf(picture)
  useEffect(() => {
    const element = stage.current
    if (!element) return
    // React registers wheel listeners as passive, which cannot prevent scrolling
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const at = positionIn(element, event)
      setCrop((current) => zoomCrop(current, current.zoom * Math.exp(-event.deltaY / 400), sizeOf(picture), at))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [picture])
  const release = (event: PointerEvent<HTMLElement>) => points.current.delete(event.pointerId)
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      points.current.set(event.pointerId, positionIn(event.currentTarget, event))
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const previous = points.current.get(event.pointerId)
      if (!previous) return
      const all = [...points.current.values()]
      const now = positionIn(event.currentTarget, event)
      points.current.set(event.pointerId, now)
      if (all.length === 2) {
        const factor = distanceBetween([...points.current.values()]) / Math.max(0.01, distanceBetween(all))
        setCrop((current) => zoomCrop(current, current.zoom * factor, size, now))
      } else setCrop((current) => panCrop(current, now.x - previous.x, now.y - previous.y, size))
    },
    onPointerUp: release,
    onPointerCancel: release,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const next = cropAfterKey(crop, event.key, size)
      if (!next) return
      event.preventDefault()
      setCrop(next)
    },
  }
  return { crop, stage, handlers, zoomTo: (zoom: number) => setCrop((current) => zoomCrop(current, zoom, size)) }
}

type Props = { picture: HTMLImageElement; isStaff: boolean; onClose: () => void; onSaved: (user: User) => void }

/** Chooses the square part of a picture and saves it as one's icon. */
export function CropDialog({ picture, isStaff, onClose, onSaved }: Props) {
  const { t } = useTranslation('profile')
  const { crop, stage, handlers, zoomTo } = useCrop(picture)
  const canvas = useRef<HTMLCanvasElement>(null)
  const { send, progress } = useUpload(setIcon)
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop)
  }, [picture, crop])
  const save = async () => {
    if (progress !== undefined) return
    setFailure(undefined)
    const file = canvas.current && (await fileOf(canvas.current))
    if (!file) return setFailure(t('photoFailed'))
    const { data, error } = await send({}, { icon: [file] })
    if (error) return setFailure(error.fields ? Object.values(error.fields).flat().join(' ') : error.error)
    toast.success(t('photoSaved'))
    if (data) onSaved(data as User)
    onClose()
  }
  return (
    <Dialog
      title={t('cropTitle')}
      patient={null}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={(close) => <SubmitButtons label={t('cropSave')} isBusy={progress !== undefined} onCancel={close} />}
    >
      <div className={classes.box}>
        {/* biome-ignore lint/a11y/useSemanticElements: fieldset groups form fields, this is an image with key controls */}
        <div
          ref={stage}
          role="group"
          data-autofocus
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys zoom and pan the picture
          tabIndex={0}
          aria-label={t('cropStage')}
          className={classes.stage}
          {...handlers}
        >
          <canvas ref={canvas} className={classes.canvas} />
          <span className={clsx(classes.mask, isStaff && classes.staff)} aria-hidden="true" />
        </div>
        <label className={classes.zoom}>
          <span>{t('cropZoom')}</span>
          <input
            type="range"
            min={1}
            max={maxZoom}
            step={0.05}
            value={crop.zoom}
            aria-valuetext={t('cropPercent', { percent: Math.round(crop.zoom * 100) })}
            onChange={(event) => zoomTo(Number(event.currentTarget.value))}
          />
        </label>
        <p className={classes.note}>{t('cropHint')}</p>
        {failure ? (
          <div role="alert">
            <FieldMessage id="crop-failure">{failure}</FieldMessage>
          </div>
        ) : null}
      </div>
    </Dialog>
  )
}
