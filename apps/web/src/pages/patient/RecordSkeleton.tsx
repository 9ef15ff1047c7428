import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import classes from './RecordSkeleton.module.css'

/** Cards of a page that is still loading. */
export function RecordSkeleton() {
  return (
    <div className={classes.cards} aria-busy="true">
      <Skeleton height={96} radius="var(--r-lg)" />
      <Skeleton height={200} radius="var(--r-lg)" />
      <Skeleton height={200} radius="var(--r-lg)" />
    </div>
  )
}
