import { marksOf } from '@sukoyaka/rules/search'
import type { ReactNode } from 'react'
import classes from './Marked.module.css'
import { aroundHit } from './search-words.ts'

/** Text with search matches highlighted; `around` truncates it around the first match. */
export function Marked({ text, q, around }: { text: string; q: string; around?: boolean }) {
  const ranges = marksOf(text, q)
  const { from, to } = around ? aroundHit(text, ranges[0]?.[0]) : { from: 0, to: text.length }
  const parts: ReactNode[] = []
  let at = from
  for (const [a, b] of ranges) {
    if (b <= from || a >= to) continue
    if (a > at) parts.push(text.slice(at, a))
    parts.push(
      <mark key={a} className={classes.hit}>
        {text.slice(Math.max(a, from), Math.min(b, to))}
      </mark>,
    )
    at = Math.min(b, to)
  }
  if (at < to) parts.push(text.slice(at, to))
  return (
    <>
      {from > 0 ? '…' : null}
      {parts}
      {to < text.length ? '…' : null}
    </>
  )
}
