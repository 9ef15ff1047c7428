import { clsx } from 'clsx'
import { type CSSProperties, type ReactNode, Suspense, useRef } from 'react'
import { Card } from '../layout/Card.tsx'
import classes from './Near.module.css'
import { useIsNear } from './near.ts'
import { SkeletonLines, useSkeleton } from './Skeleton.tsx'

type Props = {
  /** Heading of the placeholder, so that the card can be found before it has loaded. Omit it for a card that often renders nothing. */
  title?: string
  /** Usual height of the card in CSS pixels at the default text size; reserved in rem until it has loaded. */
  height?: number
  id?: string
  /** Mounts the card at once. Set it if the page’s current layout, of one or two columns, has the card in its first view. */
  now?: boolean
  className?: string
  /** Mounted once the card is near. */
  children: ReactNode
}

/** Card below the first view: its component and its data load when the user scrolls near it, prints, searches in the page or presses Tab (see `near.ts`). */
export function Near({ title, height = 0, id, now = false, className, children }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const isNear = useIsNear(ref, now)
  const placeholder = title === undefined ? null : <Placeholder title={title} loads={isNear} />
  return (
    <div
      ref={ref}
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      className={clsx(classes.near, className)}
      style={{ '--reserved': `${height / 16}rem` } as CSSProperties}
      data-waiting={!isNear || undefined}
    >
      {isNear ? <Suspense fallback={<div aria-busy="true">{placeholder}</div>}>{children}</Suspense> : placeholder}
    </div>
  )
}

function Placeholder({ title, loads }: { title: string; loads: boolean }) {
  return <Card title={title}>{useSkeleton(loads) ? <SkeletonLines count={3} /> : null}</Card>
}
