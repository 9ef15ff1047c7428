import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../button/IconButton.tsx'
import classes from './EventCard.module.css'
import { SkeletonLines } from './Skeleton.tsx'

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
  /** All there is of it: read and drawn once it is opened. */
  inside?: ReactNode
}

/** Something that happened: what it was, and on the right who or where and when. A light one is a single line; one with an inside opens in its place. */
export function EventCard({ label, title, lang, badge, meta, time, children, inside }: Props) {
  const { t } = useTranslation('event')
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <article className={`${classes.card} ${children || open ? '' : classes.light} ${inside ? classes.folds : ''}`}>
      <header className={classes.head}>
        <span className={classes.label}>{label}</span>
        <h3 id={`${id}-title`} className={classes.title} lang={lang}>
          {title}
        </h3>
        {badge}
        <span className={classes.right}>
          {meta ? <span>{meta}</span> : null}
          {time ? <span>{time}</span> : null}
        </span>
        {inside ? (
          <span className={classes.fold}>
            <IconButton
              size="small"
              label={t(open ? 'less' : 'more')}
              icon={<IconChevronDown aria-hidden />}
              aria-expanded={open}
              aria-controls={open ? id : undefined}
              aria-describedby={`${id}-title`}
              onClick={() => setOpen(!open)}
            />
          </span>
        ) : null}
      </header>
      {children ? <div className={classes.body}>{children}</div> : null}
      {open ? (
        <div id={id} className={classes.inside}>
          <Suspense fallback={<SkeletonLines count={4} />}>{inside}</Suspense>
        </div>
      ) : null}
    </article>
  )
}
