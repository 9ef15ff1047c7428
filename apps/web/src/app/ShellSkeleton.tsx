import { useEffect, useState } from 'react'
import { parsePath } from '../i18n/language.ts'
import { Skeleton } from '../ui/loading/Skeleton.tsx'
import classes from './ShellSkeleton.module.css'

const showDelayMs = 150

/** Whether the first load takes long. Measured from the start of the page load, because the skeletons are mounted again for each lazy part. */
const useIsLate = () => {
  const [isLate, setLate] = useState(() => performance.now() > showDelayMs)
  useEffect(() => {
    if (isLate) return
    const timer = setTimeout(() => setLate(true), showDelayMs - performance.now())
    return () => clearTimeout(timer)
  }, [isLate])
  return isLate
}

/** Skeleton of a page whose code is still loading. */
export function PageSkeleton() {
  const isLate = useIsLate()
  return (
    <div className={classes.page} aria-busy="true">
      {isLate ? (
        <>
          <Skeleton width="min(20rem, 60%)" height={28} />
          <Skeleton height={120} radius="var(--r-lg)" />
          <Skeleton height={240} radius="var(--r-lg)" />
        </>
      ) : null}
    </div>
  )
}

/** Skeleton of the whole window before the app has loaded; empty on the sign-in pages, which look different. */
export function ShellSkeleton() {
  const isLate = useIsLate()
  if (!isLate || /^\/(sign_in|otp)\b/.test(parsePath(location.pathname).path)) return null
  return (
    <div className={classes.shell}>
      <div className={classes.rail} />
      <PageSkeleton />
    </div>
  )
}
