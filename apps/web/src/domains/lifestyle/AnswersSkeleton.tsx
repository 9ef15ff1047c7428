import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import classes from './AnswersSkeleton.module.css'

const rows = Array.from({ length: 12 }, (_, at) => at)

export function AnswersSkeleton() {
  return (
    <div className={classes.waiting}>
      {rows.map((at) => (
        <Skeleton key={at} width={at === 0 ? '30%' : at % 2 ? '88%' : '94%'} height={16} />
      ))}
    </div>
  )
}
