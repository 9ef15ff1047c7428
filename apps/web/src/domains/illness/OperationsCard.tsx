import { byPartialDay, formatPartialDay } from '@sukoyaka/rules/partial-day'
import type { PerformedOperation } from '@sukoyaka/wire/record/illness'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { recordLang } from '../../ui/text/record-lang.ts'
import { useListPerformedOperationsQuery } from './api.ts'
import classes from './History.module.css'
import { HistoryCard, HistoryRow } from './HistoryCard.tsx'

const OperationDialog = lazyNamed(() => import('./dialogs/OperationDialog.tsx'), 'OperationDialog')

const latestFirst = (items: PerformedOperation[]) => items.toSorted((a, b) => byPartialDay(a.operated_on, b.operated_on))

/** A patient's operations, latest first. */
export function OperationsCard({ user_id }: { user_id: number }) {
  const { t } = useTranslation('illness')
  const language = useLanguage()
  const query = useListPerformedOperationsQuery({ user_id })
  return (
    <HistoryCard
      section="operation"
      query={query}
      dialog={(items, view, onView) => <OperationDialog user_id={user_id} operations={latestFirst(items)} view={view} onView={onView} />}
    >
      {(items) => (
        <ul className={classes.list}>
          {latestFirst(items).map(({ id, name, operated_on, facility, detail }) => (
            <HistoryRow
              key={id}
              name={name}
              about={
                <>
                  {operated_on ? formatPartialDay(operated_on, language) : t('past.unknown')}
                  {facility ? <span lang={recordLang(facility, language)}>　{facility}</span> : null}
                </>
              }
              detail={detail}
            />
          ))}
        </ul>
      )}
    </HistoryCard>
  )
}
