import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Picture } from '../status/Picture.tsx'
import classes from './Zoom.module.css'
import { keyed, moved, type View, whole, zoomed } from './zoom.ts'

type Props = { src: string; fine: string; alt: string; onExpired: () => void }
type Point = { x: number; y: number }

const frameOf = (stage: HTMLElement | null) => ({ width: stage?.clientWidth ?? 0, height: stage?.clientHeight ?? 0 })
const fromMiddle = (stage: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }) => {
  const { left, top, width, height } = stage.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}
const between = ([a, b]: Point[]) => Math.hypot(a!.x - b!.x, a!.y - b!.y)

/** Zoomable image: wheel, pinch, double click, buttons and keys. `fine` is the original, loaded once zoomed in. */
export function Zoom({ src, fine, alt, onExpired }: Props) {
  const { t } = useTranslation('picture')
  const [view, setView] = useState(whole)
  const [isHeld, setHeld] = useState(false)
  const stage = useRef<HTMLDivElement>(null)
  const points = useRef(new Map<number, Point>())

  const frame = () => frameOf(stage.current)
  useEffect(() => {
    const own = stage.current
    if (!own) return
    // React registers wheel listeners as passive, which cannot prevent scrolling
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const at = fromMiddle(own, event)
      setView((before: View) => zoomed(before, Math.exp(-event.deltaY / 400), frameOf(own), at))
    }
    own.addEventListener('wheel', onWheel, { passive: false })
    return () => own.removeEventListener('wheel', onWheel)
  }, [])

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    points.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    setHeld(true)
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const before = points.current.get(event.pointerId)
    if (!before) return
    const old = [...points.current.values()]
    const now = { x: event.clientX, y: event.clientY }
    points.current.set(event.pointerId, now)
    const own = event.currentTarget
    if (old.length === 2) {
      const factor = between([...points.current.values()]) / Math.max(1, between(old))
      const at = fromMiddle(own, event)
      setView((held) => zoomed(held, factor, frameOf(own), at))
    } else setView((held) => moved(held, now.x - before.x, now.y - before.y, frame()))
  }
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    points.current.delete(event.pointerId)
    setHeld(points.current.size > 0)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = keyed(view, event.key, frame())
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    setView(next)
  }
  const isNear = view.scale > 1
  return (
    <div className={classes.box}>
      {/* biome-ignore lint/a11y/useSemanticElements: fieldset groups form fields, this is an image with key controls */}
      <div
        ref={stage}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys zoom and pan the image
        tabIndex={0}
        aria-label={t('zoom.stage')}
        className={`${classes.stage} ${isNear ? classes.near : ''} ${isHeld ? classes.held : ''}`}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
        onDoubleClick={(event) => setView(isNear ? whole : zoomed(whole, 2.5, frame(), fromMiddle(event.currentTarget, event)))}
        onKeyDown={onKeyDown}
      >
        <div className={classes.moving} style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}>
          <Picture src={view.scale > 1.4 ? fine : src} alt={alt} className={classes.picture} onExpired={onExpired} draggable={false} />
        </div>
      </div>
      <div className={classes.tools}>
        <Tool label={t('zoom.out')} icon={<IconMinus aria-hidden />} onClick={() => setView(zoomed(view, 0.8, frame()))} isOff={!isNear} />
        <span className={classes.percent} role="status">
          {t('zoom.percent', { percent: Math.round(view.scale * 100) })}
        </span>
        <Tool label={t('zoom.in')} icon={<IconPlus aria-hidden />} onClick={() => setView(zoomed(view, 1.25, frame()))} />
        <Tool label={t('zoom.reset')} icon={<IconMaximize aria-hidden />} onClick={() => setView(whole)} isOff={!isNear} />
      </div>
    </div>
  )
}

function Tool({ label, icon, onClick, isOff = false }: { label: string; icon: React.ReactNode; onClick: () => void; isOff?: boolean }) {
  return (
    <button type="button" className={classes.tool} aria-label={label} title={label} aria-disabled={isOff || undefined} onClick={() => !isOff && onClick()}>
      {icon}
    </button>
  )
}
