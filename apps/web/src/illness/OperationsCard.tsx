import { byPartialDay, formatPartialDay } from '@sukoyaka/rules/partial-day'
import type { PerformedOperation } from '@sukoyaka/wire/illness'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../kit/use-may.ts'
import { ListCard } from '../ui/ListCard.tsx'
import { useLanguage } from '../ui/tokyo.ts'
import { useListPerformedOperationsQuery } from './api.ts'
import type { At } from './disease-field.ts'
import classes from './History.module.css'
import { recordLang } from './words.ts'

const OperationDialog = lazy(async () => ({ default: (await import('./OperationDialog.tsx')).OperationDialog }))

const latestFirst = (items: PerformedOperation[]) => items.toSorted((a, b) => byPartialDay(a.operated_on, b.operated_on))

/** Operations a patient has had, the latest first. */
export function OperationsCard({ user_id }: { user_id: number }) {
  const { t } = useTranslation('illness')
  const language = useLanguage()
  const asked = useListPerformedOperationsQuery({ user_id })
  const mayWrite = useMay('diagnoses.write')
  const [at, setAt] = useState<At>()
  return (
    <ListCard
      title={t('operation.title')}
      asked={asked}
      error={t('operation.error')}
      empty={t('operation.empty')}
      edit={t('operation.edit')}
      onEdit={mayWrite ? () => setAt('list') : undefined}
      onAdd={mayWrite ? () => setAt('new') : undefined}
      more={
        at !== undefined && asked.currentData ? (
          <Suspense>
            <OperationDialog user_id={user_id} operations={latestFirst(asked.currentData.items)} at={at} onAt={setAt} />
          </Suspense>
        ) : null
      }
    >
      {(items) => (
        <ul className={classes.list}>
          {latestFirst(items).map(({ id, name, operated_on, facility, detail }) => (
            <li key={id} className={classes.row}>
              <p className={classes.name} lang={recordLang(name, language)}>
                {name}
              </p>
              <p className={classes.about}>
                {operated_on ? formatPartialDay(operated_on, language) : t('past.unknown')}
                {facility ? <span lang={recordLang(facility, language)}>　{facility}</span> : null}
              </p>
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
