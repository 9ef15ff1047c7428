import { byPartialDay, formatPeriod } from '@sukoyaka/rules/partial-day'
import type { PastIllness } from '@sukoyaka/wire/record/illness'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { useListPastIllnessesQuery } from './api.ts'
import type { DiseaseField } from './dialogs/disease-field.ts'
import classes from './History.module.css'
import { HistoryCard, HistoryRow } from './HistoryCard.tsx'
import { nameOf } from './words.ts'

const PastIllnessDialog = lazyNamed(() => import('./dialogs/PastIllnessDialog.tsx'), 'PastIllnessDialog')

const latestFirst = (items: PastIllness[]) => items.toSorted((a, b) => byPartialDay(a.diagnosed_on, b.diagnosed_on))

/** A patient's past illnesses, latest first. */
export function PastIllnessCard({ user_id, DiseaseField }: { user_id: number; DiseaseField: DiseaseField }) {
  const { t } = useTranslation('illness')
  const language = useLanguage()
  const query = useListPastIllnessesQuery({ user_id, include: ['disease'] })
  return (
    <HistoryCard
      section="past"
      query={query}
      dialog={(items, view, onView) => (
        <PastIllnessDialog user_id={user_id} illnesses={latestFirst(items)} DiseaseField={DiseaseField} view={view} onView={onView} />
      )}
    >
      {(items) => (
        <ul className={classes.list}>
          {latestFirst(items).map(({ id, disease, diagnosed_on, recovered_on, detail }) => (
            <HistoryRow key={id} name={nameOf(disease)} about={formatPeriod(diagnosed_on, recovered_on, language) || t('past.unknown')} detail={detail} />
          ))}
        </ul>
      )}
    </HistoryCard>
  )
}
