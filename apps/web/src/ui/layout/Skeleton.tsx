import { type CSSProperties, useEffect, useRef, useState } from 'react'
import classes from './Skeleton.module.css'

const appearAfter = 150
const stayFor = 300

/** Whether to show the skeleton: not for fast responses, and once visible for a minimum time. */
export function useSkeleton(loading: boolean) {
  const [shown, setShown] = useState(false)
  const since = useRef(0)
  useEffect(() => {
    if (loading === shown) return
    const wait = loading ? appearAfter : Math.max(0, stayFor - (Date.now() - since.current))
    const timer = setTimeout(() => {
      if (loading) since.current = Date.now()
      setShown(loading)
    }, wait)
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
  const widths = Array.from({ length: count }, (_, at) => (at === count - 1 ? '64%' : lengths[at % lengths.length]))
  return (
    <span className={classes.lines} aria-hidden="true">
      {widths.map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and a fixed order
        <Skeleton key={at} width={width} />
      ))}
    </span>
  )
}

/** List skeleton with an avatar and two lines, as high as the real row. */
export function SkeletonRows({ count = 5, height = 58 }: { count?: number; height?: number }) {
  return (
    <span className={classes.rows} aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id and a fixed order
        <span key={at} className={classes.row} style={{ height }}>
          <Skeleton width={36} height={36} round />
          <span className={classes.lines}>
            <Skeleton width={at % 2 ? '46%' : '58%'} />
            <Skeleton width={at % 2 ? '76%' : '70%'} height={11} />
          </span>
        </span>
      ))}
    </span>
  )
}
