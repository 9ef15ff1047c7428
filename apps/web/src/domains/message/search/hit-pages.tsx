import { useState } from 'react'
import { Button } from '../../../ui/button/Button.tsx'
import classes from './MessageHits.module.css'

/** Number of pages shown of a query, one at first; `onMore` shows the next. */
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
