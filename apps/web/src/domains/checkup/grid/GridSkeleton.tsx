import { Skeleton } from '../../../ui/loading/Skeleton.tsx'
import classes from './ResultsTab.module.css'
import type { Sizes } from './window/sizes.ts'

/** Skeleton with the size and density of the grid. */
export function GridSkeleton({ sizes, drawn, label }: { sizes: Sizes; drawn: boolean; label: string }) {
  return (
    <div className={classes.tab} aria-busy="true" aria-label={label} role="status">
      <div className={classes.bar}>{drawn ? <Skeleton width={560} height={34} radius={7} /> : null}</div>
      <div className={classes.waiting}>
        {Array.from({ length: 16 }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other identity and never move
          <div key={at} className={classes.waitingRow} style={{ height: at === 0 ? sizes.head : sizes.row }}>
            {drawn ? <Skeleton width={at % 2 ? '92%' : '96%'} /> : null}
          </div>
        ))}
      </div>
    </div>
  )
}
