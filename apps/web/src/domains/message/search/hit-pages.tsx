import { useState } from 'react'
import { Button } from '../../../ui/button/Button.tsx'
import classes from './MessageHits.module.css'

/** How many pages of results are shown for a query: one at first, one more after each `onMore`. */
export const useHitPages = (q: string) => {
  const [pages, setPages] = useState({ q, count: 1 })
  const count = pages.q === q ? pages.count : 1
  return { count, onMore: () => setPages({ q, count: count + 1 }) }
}

export function MoreHits({ label, onMore }: { label: string; onMore: () => void }) {
  return (
    <div className={classes.more}>
      <Button size="small" onClick={onMore}>
        {label}
      </Button>
    </div>
  )
}
