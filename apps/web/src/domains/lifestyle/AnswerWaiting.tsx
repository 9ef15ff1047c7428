import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import classes from './AnswerWaiting.module.css'

/** Placeholder while answers load. */
export function AnswerWaiting({ skeleton }: { skeleton: boolean }) {
  return (
    <div className={classes.waiting} aria-busy>
      {skeleton
        ? Array.from({ length: 12 }, (_, at) => at).map((at) => <Skeleton key={at} width={at === 0 ? '30%' : at % 2 ? '88%' : '94%'} height={16} />)
        : null}
    </div>
  )
}
