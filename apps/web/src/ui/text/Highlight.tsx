import { marksOf } from '@sukoyaka/rules/fold'
import type { ReactNode } from 'react'
import classes from './Highlight.module.css'
import { excerptRange } from './search-excerpt.ts'

/** Text with search matches highlighted; `isExcerpt` truncates the text around the first match. */
export function Highlight({ text, q, isExcerpt }: { text: string; q: string; isExcerpt?: boolean }) {
  const ranges = marksOf(text, q)
  const { from, to } = isExcerpt ? excerptRange(text, ranges[0]?.[0]) : { from: 0, to: text.length }
  const parts: ReactNode[] = []
  let position = from
  for (const [start, end] of ranges) {
    if (end <= from || start >= to) continue
    if (start > position) parts.push(text.slice(position, start))
    parts.push(
      <mark key={start} className={classes.hit}>
        {text.slice(Math.max(start, from), Math.min(end, to))}
      </mark>,
    )
    position = Math.min(end, to)
  }
  if (position < to) parts.push(text.slice(position, to))
  return (
    <>
      {from > 0 ? '…' : null}
      {parts}
      {to < text.length ? '…' : null}
    </>
  )
}
