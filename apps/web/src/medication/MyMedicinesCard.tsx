import { isEnded } from '@sukoyaka/rules/medication-period'
import { formatMonths } from '@sukoyaka/rules/partial-day'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/Empty.tsx'
import { SkeletonLines, useSkeleton } from '../ui/Skeleton.tsx'
import { useLanguage } from '../ui/tokyo.ts'
import classes from './MyMedicinesCard.module.css'
import { useIntakes } from './use-intakes.ts'
import { medicineName, recordLang, supplementName, useDoseWords } from './words.ts'

/** What patients take, in their own words; the page brings what else belongs to it, such as allergies and what they have had. */
export function MyMedicinesCard({ user_id, children }: { user_id: number; children?: ReactNode }) {
  const { t } = useTranslation('medication')
  const doseOf = useDoseWords()
  const { held, asked } = useIntakes(user_id)
  const failed = asked.isError && !held && !asked.isFetching
  const skeleton = useSkeleton(!held && !failed)
  const today = tokyoDay(new Date())
  const current = <T extends { ended_on: string | null }>(items: T[]) => items.filter((one) => !isEnded(one, today))
  return (
    <Card title={t('mine.title')} busy={!held && !failed}>
      <div className={classes.body}>
        {failed && !skeleton ? (
          <ErrorState title={t('mine.error')} onRetry={asked.refetch} />
        ) : !held || skeleton ? (
          <div className={classes.waiting}>{skeleton ? <SkeletonLines count={4} /> : null}</div>
        ) : (
          <>
            <Mine title={t('mine.medicines')} rows={current(held.medicines).map((one) => ({ id: one.id, name: medicineName(one), about: doseOf(one) }))} />
            <Mine
              title={t('mine.supplements')}
              rows={current(held.supplements).map((one) => ({ id: one.id, name: supplementName(one), about: formatMonths(one.started_on, one.ended_on) }))}
            />
          </>
        )}
        {children}
        <p className={classes.note}>{t('mine.change')}</p>
      </div>
    </Card>
  )
}

function Mine({ title, rows }: { title: string; rows: { id: number; name: string; about: string }[] }) {
  const { t } = useTranslation('medication')
  const language = useLanguage()
  return (
    <section aria-label={title}>
      <h3 className={classes.heading}>{title}</h3>
      {rows.length === 0 ? <p className={classes.about}>{t('mine.none')}</p> : null}
      <ul>
        {rows.map(({ id, name, about }) => (
          <li key={id} className={classes.row}>
            <p className={classes.name} lang={recordLang(name, language)}>
              {name}
            </p>
            {about ? <p className={classes.about}>{about}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
