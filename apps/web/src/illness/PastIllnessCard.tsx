import { byPartialDay, formatPeriod } from '@sukoyaka/rules/partial-day'
import type { PastIllness } from '@sukoyaka/wire/illness'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../kit/use-may.ts'
import { ListCard } from '../ui/ListCard.tsx'
import { useLanguage } from '../ui/tokyo.ts'
import { useListPastIllnessesQuery } from './api.ts'
import type { At, DiseaseField } from './disease-field.ts'
import classes from './History.module.css'
import { nameOf, recordLang } from './words.ts'

const PastIllnessDialog = lazy(async () => ({ default: (await import('./PastIllnessDialog.tsx')).PastIllnessDialog }))

const latestFirst = (items: PastIllness[]) => items.toSorted((a, b) => byPartialDay(a.diagnosed_on, b.diagnosed_on))

/** What a patient has had, the latest first. */
export function PastIllnessCard({ user_id, DiseaseField }: { user_id: number; DiseaseField: DiseaseField }) {
  const { t } = useTranslation('illness')
  const language = useLanguage()
  const asked = useListPastIllnessesQuery({ user_id, include: ['disease'] })
  const mayWrite = useMay('diagnoses.write')
  const [at, setAt] = useState<At>()
  return (
    <ListCard
      title={t('past.title')}
      asked={asked}
      error={t('past.error')}
      empty={t('past.empty')}
      edit={t('past.edit')}
      onEdit={mayWrite ? () => setAt('list') : undefined}
      onAdd={mayWrite ? () => setAt('new') : undefined}
      more={
        at !== undefined && asked.currentData ? (
          <Suspense>
            <PastIllnessDialog user_id={user_id} illnesses={latestFirst(asked.currentData.items)} DiseaseField={DiseaseField} at={at} onAt={setAt} />
          </Suspense>
        ) : null
      }
    >
      {(items) => (
        <ul className={classes.list}>
          {latestFirst(items).map(({ id, disease, diagnosed_on, recovered_on, detail }) => (
            <li key={id} className={classes.row}>
              <p className={classes.name} lang={recordLang(nameOf(disease), language)}>
                {nameOf(disease)}
              </p>
              <p className={classes.about}>{formatPeriod(diagnosed_on, recovered_on, language) || t('past.unknown')}</p>
              {detail ? (
                <p className={classes.detail} lang={recordLang(detail, language)}>
                  {detail}
                </p>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </ListCard>
  )
}
