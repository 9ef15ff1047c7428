import { IconChevronDown } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../button/IconButton.tsx'
import { SkeletonLines } from '../loading/Skeleton.tsx'
import classes from './EventCard.module.css'

type Props = {
  /** Kind of event, such as 検査 or 目標. */
  label: string
  title: ReactNode
  /** Language of the title, if it differs from the page. */
  lang?: string | undefined
  badge?: ReactNode
  /** People or location. */
  meta?: ReactNode
  time?: ReactNode
  children?: ReactNode
  /** Details, rendered only once expanded. */
  details?: ReactNode
}

/** Event with title, and people or place and time on the right. One line without children; expandable with `details`. */
export function EventCard({ label, title, lang, badge, meta, time, children, details }: Props) {
  const { t } = useTranslation('event')
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <article className={clsx(classes.card, !(children || open) && classes.light, details && classes.folds)}>
      <header className={classes.head}>
        <span className={classes.label}>{label}</span>
        <h3 id={`${id}-title`} className={classes.title} lang={lang}>
          {title}
        </h3>
        {badge}
        <span className={classes.right}>
          {meta ? <span className={classes.meta}>{meta}</span> : null}
          {time ? <span className={classes.time}>{time}</span> : null}
        </span>
        {details ? (
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
          <Suspense fallback={<SkeletonLines count={4} />}>{details}</Suspense>
        </div>
      ) : null}
    </article>
  )
}
