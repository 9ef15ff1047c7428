import type { ReactNode } from 'react'
import classes from './EventCard.module.css'

type Props = {
  /** 検査, 目標 … */
  label: string
  title: ReactNode
  /** Of the title, where it is written in another language than the page. */
  lang?: string | undefined
  badge?: ReactNode
  /** Who or where. */
  meta?: ReactNode
  time?: ReactNode
  children?: ReactNode
}

/** Something that happened: what it was, and on the right who or where and when. A light one is a single line. */
export function EventCard({ label, title, lang, badge, meta, time, children }: Props) {
  return (
    <article className={`${classes.card} ${children ? '' : classes.light}`}>
      <header className={classes.head}>
        <span className={classes.label}>{label}</span>
        <h3 className={classes.title} lang={lang}>
          {title}
        </h3>
        {badge}
        <span className={classes.right}>
          {meta ? <span>{meta}</span> : null}
          {time ? <span>{time}</span> : null}
        </span>
      </header>
      {children ? <div className={classes.body}>{children}</div> : null}
    </article>
  )
}
