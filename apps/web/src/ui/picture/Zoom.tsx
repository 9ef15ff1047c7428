import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type Dispatch, type KeyboardEvent, type PointerEvent, type RefObject, type SetStateAction, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Tooltip } from '../overlay/Tooltip.tsx'
import { Picture } from '../status/Picture.tsx'
import classes from './Zoom.module.css'
import { initialView, panView, type View, viewAfterKey, zoomView } from './zoom.ts'

type Props = { src: string; originalSrc: string; alt: string; onExpired: () => void }
type Point = { x: number; y: number }

const frameOf = (stage: HTMLElement | null) => ({ width: stage?.clientWidth ?? 0, height: stage?.clientHeight ?? 0 })
const offsetFromCentre = (stage: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }) => {
  const { left, top, width, height } = stage.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}
const distanceBetween = ([a, b]: Point[]) => Math.hypot(a!.x - b!.x, a!.y - b!.y)

const useWheelZoom = (stage: RefObject<HTMLElement | null>, setView: Dispatch<SetStateAction<View>>) =>
  useEffect(() => {
    const element = stage.current
    if (!element) return
    // React registers wheel listeners as passive, which cannot prevent scrolling
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const at = offsetFromCentre(element, event)
      setView((previousView) => zoomView(previousView, Math.exp(-event.deltaY / 400), frameOf(element), at))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [stage, setView])

/** Zoomable image: wheel, pinch, double click, buttons and keys. Shows `originalSrc` while the image is enlarged to more than 1.4 times. */
export function Zoom({ src, originalSrc, alt, onExpired }: Props) {
  const { t } = useTranslation('picture')
  const [view, setView] = useState(initialView)
  const [isDragging, setDragging] = useState(false)
  const stage = useRef<HTMLDivElement>(null)
  const points = useRef(new Map<number, Point>())

  const frame = () => frameOf(stage.current)
  useWheelZoom(stage, setView)

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    points.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    setDragging(true)
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const previousPoint = points.current.get(event.pointerId)
    if (!previousPoint) return
    const previousPoints = [...points.current.values()]
    const now = { x: event.clientX, y: event.clientY }
    points.current.set(event.pointerId, now)
    const element = event.currentTarget
    if (previousPoints.length === 2) {
      const factor = distanceBetween([...points.current.values()]) / Math.max(1, distanceBetween(previousPoints))
      const at = offsetFromCentre(element, event)
      setView((current) => zoomView(current, factor, frameOf(element), at))
    } else setView((current) => panView(current, now.x - previousPoint.x, now.y - previousPoint.y, frame()))
  }
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    points.current.delete(event.pointerId)
    setDragging(points.current.size > 0)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = viewAfterKey(view, event.key, frame())
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    setView(next)
  }
  const isZoomedIn = view.scale > 1
  return (
    <div className={classes.box}>
      {/* biome-ignore lint/a11y/useSemanticElements: fieldset groups form fields, this is an image with key controls */}
      <div
        ref={stage}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys zoom and pan the image
        tabIndex={0}
        aria-label={t('zoom.stage')}
        className={clsx(classes.stage, isZoomedIn && classes.near, isDragging && classes.held)}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
        onDoubleClick={(event) => setView(isZoomedIn ? initialView : zoomView(initialView, 2.5, frame(), offsetFromCentre(event.currentTarget, event)))}
        onKeyDown={onKeyDown}
      >
        <div className={classes.moving} style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}>
          <Picture src={view.scale > 1.4 ? originalSrc : src} alt={alt} className={classes.picture} onExpired={onExpired} draggable={false} />
        </div>
      </div>
      <div className={classes.tools}>
        <Tool label={t('zoom.out')} icon={<IconMinus aria-hidden />} onClick={() => setView(zoomView(view, 0.8, frame()))} isDisabled={!isZoomedIn} />
        <span className={classes.percent} role="status">
          {t('zoom.percent', { percent: Math.round(view.scale * 100) })}
        </span>
        <Tool label={t('zoom.in')} icon={<IconPlus aria-hidden />} onClick={() => setView(zoomView(view, 1.25, frame()))} />
        <Tool label={t('zoom.reset')} icon={<IconMaximize aria-hidden />} onClick={() => setView(initialView)} isDisabled={!isZoomedIn} />
      </div>
    </div>
  )
}

function Tool({ label, icon, onClick, isDisabled = false }: { label: string; icon: React.ReactNode; onClick: () => void; isDisabled?: boolean }) {
  return (
    <Tooltip label={label}>
      <button type="button" className={classes.tool} aria-label={label} aria-disabled={isDisabled || undefined} onClick={() => !isDisabled && onClick()}>
        {icon}
      </button>
    </Tooltip>
  )
}
