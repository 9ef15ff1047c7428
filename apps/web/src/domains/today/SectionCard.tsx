import type { Today, TodayScope } from '@sukoyaka/wire/boards/today'
import { IconChevronDown, IconChevronUp, IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { Row, type ViewerActions } from './Row.tsx'
import classes from './Section.module.css'

const SectionRows = lazyNamed(() => import('./SectionRows.tsx'), 'SectionRows')

type Item = Today['sections'][number]['items'][number]
type Props = {
  section: Today['sections'][number]
  scope: TodayScope
  startsOpen?: boolean
  /** Link or button for the whole section. */
  action?: ReactNode
} & ViewerActions

/** Whether the section is open on phones. Critical values of which the patient was not told open it, also when they arrive later. */
const useOpen = (startsOpen: boolean, urgent: readonly Item[]) => {
  const untold = urgent.map(({ patient, subject_id, untold_count }) => `${patient.id}/${subject_id}/${untold_count}`)
  const [isOpen, setOpen] = useState(startsOpen || untold.length > 0)
  const [seen, setSeen] = useState(untold)
  if (String(seen) !== String(untold)) {
    setSeen(untold)
    if (untold.some((each) => !seen.includes(each))) setOpen(true)
  }
  return [isOpen, setOpen] as const
}

/**
 * Board section: its rule in a tooltip and the first rows. Buttons show all rows and reviewed ones. On phones it starts collapsed unless `startsOpen` or a
 * patient was not told of a critical value.
 */
export function SectionCard({ section: { section, items, total_count, reviewed_count }, scope, startsOpen = false, action, ...actions }: Props) {
  const { t } = useTranslation('today')
  const id = useId()
  const urgent = items.filter(({ untold_count }) => untold_count)
  const [isOpen, setOpen] = useOpen(startsOpen, urgent)
  const [showsAll, setAll] = useState(false)
  const [showsReviewed, setReviewed] = useState(false)
  const name = t(`section.${section}`)
  const none = t(section === 'interviews_today' ? 'section.noneToday' : 'section.none')
  return (
    <section className={classes.section} aria-labelledby={id} data-section={section} data-none={total_count === 0 || undefined}>
      <header className={classes.head}>
        <h2 id={id} className={classes.title}>
          {name}
          <span className={classes.count}> {total_count}</span>
        </h2>
        <span className={classes.rule}>
          <IconButton label={t(`rule.${section}`)} icon={<IconInfoCircle aria-hidden />} size="small" />
        </span>
        {urgent.length && !isOpen ? (
          <span className={classes.urgent}>
            {/* urgent rows come first, so if all rows here are urgent, those not shown may be too */}
            {t('section.urgent', { number: `${urgent.length}${urgent.length === items.length && items.length < total_count ? '+' : ''}` })}
          </span>
        ) : null}
        {action ? <span className={classes.reviewed}>{action}</span> : null}
        {reviewed_count ? (
          <span className={classes.reviewed}>
            <Button kind="ghost" size="small" aria-expanded={showsReviewed} onClick={() => setReviewed(!showsReviewed)}>
              {showsReviewed ? t('section.hideReviewed') : t('section.reviewed', { count: reviewed_count })}
            </Button>
          </span>
        ) : null}
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          // the count is part of the accessible name
          aria-label={`${t(isOpen ? 'section.close' : 'section.open', { section: name })} ${total_count}`}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={classes.toggleCount}>{total_count}</span>
          {isOpen ? <IconChevronUp aria-hidden /> : <IconChevronDown aria-hidden />}
        </button>
      </header>
      <div className={classes.body} data-open={isOpen}>
        {total_count === 0 ? (
          <p className={classes.none}>{none}</p>
        ) : showsAll ? (
          <Suspense>
            <SectionRows section={section} scope={scope} {...actions} reviewed={false} />
          </Suspense>
        ) : (
          <ul>
            {items.map((item) => (
              <Row key={`${item.patient.id}/${item.subject_id}`} item={item} {...actions} />
            ))}
          </ul>
        )}
        {total_count > items.length || showsAll ? (
          <p className={classes.foot}>
            <Button kind="ghost" size="small" aria-expanded={showsAll} onClick={() => setAll(!showsAll)}>
              {showsAll ? t('section.fewer') : t('section.all', { count: total_count })}
            </Button>
          </p>
        ) : null}
        {showsReviewed ? (
          <div className={classes.done}>
            <Suspense>
              <SectionRows section={section} scope={scope} {...actions} reviewed />
            </Suspense>
          </div>
        ) : null}
      </div>
    </section>
  )
}
