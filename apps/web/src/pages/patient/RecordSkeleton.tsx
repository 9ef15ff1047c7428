import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import classes from './RecordSkeleton.module.css'

/** Skeleton of a page of the record. */
export function RecordSkeleton() {
  return (
    <div className={classes.cards} aria-busy="true">
      <Skeleton height={96} radius="var(--r-lg)" />
      <Skeleton height={200} radius="var(--r-lg)" />
      <Skeleton height={200} radius="var(--r-lg)" />
    </div>
  )
}
