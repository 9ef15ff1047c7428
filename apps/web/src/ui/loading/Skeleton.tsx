import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react'
import classes from './Skeleton.module.css'

const showDelayMs = 150
const minVisibleMs = 300

/** Whether to show the skeleton: after 150 ms of loading, and then for at least 300 ms. */
export function useSkeleton(loading: boolean) {
  const [shown, setShown] = useState(false)
  const shownSince = useRef(0)
  // a layout effect, so that the timer is cleared with the commit that shows the data: a later timer would hide the data again
  useLayoutEffect(() => {
    if (loading === shown) return
    const delayMs = loading ? showDelayMs : Math.max(0, minVisibleMs - (Date.now() - shownSince.current))
    const timer = setTimeout(() => {
      if (loading) shownSince.current = Date.now()
      setShown(loading)
    }, delayMs)
    return () => clearTimeout(timer)
  }, [loading, shown])
  return shown
}

type Props = { width?: CSSProperties['width']; height?: CSSProperties['height']; round?: boolean; radius?: CSSProperties['borderRadius'] }

export function Skeleton({ width = '100%', height = 14, round, radius }: Props) {
  return <span className={classes.skeleton} style={{ width, height, borderRadius: round ? '50%' : radius }} aria-hidden="true" />
}

const lengths = ['92%', '100%', '84%', '96%', '64%']

/** Text skeleton with a short last line. */
export function SkeletonLines({ count = 3 }: { count?: number }) {
  const widths = Array.from({ length: count }, (_, index) => (index === count - 1 ? '64%' : lengths[index % lengths.length]))
  return (
    <span className={classes.lines} aria-hidden="true">
      {widths.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and a fixed order
        <Skeleton key={index} width={width} />
      ))}
    </span>
  )
}

/** List skeleton with an avatar and two lines per row; `height` is that of a real row, in CSS pixels. */
export function SkeletonRows({ count = 5, height = 58 }: { count?: number; height?: number }) {
  return (
    <span className={classes.rows} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id and a fixed order
        <span key={index} className={classes.row} style={{ height }}>
          <Skeleton width={36} height={36} round />
          <span className={classes.lines}>
            <Skeleton width={index % 2 ? '46%' : '58%'} />
            <Skeleton width={index % 2 ? '76%' : '70%'} height={11} />
          </span>
        </span>
      ))}
    </span>
  )
}
