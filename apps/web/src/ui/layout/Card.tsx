import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import classes from './Card.module.css'

type Props = { title: ReactNode; count?: number; action?: ReactNode; children: ReactNode; busy?: boolean; flush?: boolean; level?: 2 | 3; className?: string }

/** `flush` removes the padding, for tables and lists. */
export function Card({ title, count, action, children, busy, flush, level = 2, className }: Props) {
  const id = useId()
  const Title = `h${level}` as const
  return (
    <section data-card className={clsx(classes.card, className)} aria-labelledby={id} aria-busy={busy || undefined}>
      <header className={classes.head}>
        <Title id={id} className={classes.title}>
          {title}
          {count === undefined ? null : <span className={classes.count}> {count}</span>}
        </Title>
        {action ? <div className={classes.action}>{action}</div> : null}
      </header>
      <div className={flush ? undefined : classes.body} data-flush={flush || undefined}>
        {children}
      </div>
    </section>
  )
}
