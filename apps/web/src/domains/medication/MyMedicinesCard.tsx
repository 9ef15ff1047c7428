import { formatMonths } from '@sukoyaka/rules/partial-day'
import { isEnded } from '@sukoyaka/rules/record/medication-period'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { QueryCard } from '../../ui/loading/QueryCard.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { OwnLines } from '../../ui/text/OwnLines.tsx'
import { useHasChat } from '../message/use-has-chat.ts'
import classes from './MyMedicinesCard.module.css'
import { useIntakes } from './use-intakes.ts'
import { medicineName, supplementName, useCurrentWords } from './words.ts'

/** Current medicines and supplements in the patient's view; the page passes related content such as allergies as children. */
export function MyMedicinesCard({ user_id, children }: { user_id: number; children?: ReactNode }) {
  const { t } = useTranslation('medication')
  const aboutMedicine = useCurrentWords()
  const query = useIntakes(user_id)
  const today = tokyoDay(new Date())
  const current = <T extends { ended_on: string | null }>(items: T[]) => items.filter((intake) => !isEnded(intake, today))
  return (
    <QueryCard
      title={t('mine.title')}
      query={query}
      error={t('mine.error')}
      skeleton={
        <div className={classes.waiting}>
          <SkeletonLines count={4} />
        </div>
      }
      more={
        <div className={classes.below}>
          {children}
          <ChangeNote />
        </div>
      }
    >
      {({ medicines, supplements }) => (
        <div className={classes.lists}>
          <OwnLines
            title={t('mine.medicines')}
            lines={current(medicines).map((intake) => ({ key: intake.id, name: medicineName(intake), about: aboutMedicine(intake) }))}
            none={t('mine.none')}
          />
          <OwnLines
            title={t('mine.supplements')}
            lines={current(supplements).map((intake) => ({
              key: intake.id,
              name: supplementName(intake),
              about: formatMonths(intake.started_on, intake.ended_on),
            }))}
            none={t('mine.none')}
          />
        </div>
      )}
    </QueryCard>
  )
}

/** Says whom to tell about mistakes: the care team if the patient can write to it. */
function ChangeNote() {
  const { t } = useTranslation('medication')
  if (useHasChat()) return <p className={classes.note}>{t('mine.change')}</p>
  return (
    <p className={classes.note}>
      {t('mine.changeCall')} <Link to="/facilities">{t('mine.facilities')}</Link>
    </p>
  )
}
