import type { Patient } from '@sukoyaka/wire/people/patient'
import type { AllergyReaction } from '@sukoyaka/wire/record/illness'
import { type ReactNode, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Directory, FacilityField as Field } from '../../../domains/checkup/booking/directory.ts'
import { MyCheckupsCard } from '../../../domains/checkup/booking/MyCheckupsCard.tsx'
import { TestPackagesCard } from '../../../domains/checkup/booking/TestPackagesCard.tsx'
import { allFacilityDetails, useListFacilitiesQuery } from '../../../domains/facility/api.ts'
import { DrugAllergy } from '../../../domains/illness/dialogs/DrugAllergy.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { listSeparator } from '../../../ui/text/list-separator.ts'
import classes from './Bookings.module.css'

const LazyField = lazyNamed(() => import('../../../domains/facility/FacilityField.tsx'), 'FacilityField')
/** Lazy, because it is used in dialogs only. */
const FacilityField: Field = (props) => (
  <Suspense fallback={<div className={classes.field} aria-busy="true" />}>
    <LazyField {...props} />
  </Suspense>
)

/** Provides the facility directory to cards of other domains; loaded when first needed. */
function WithFacilities({ children }: { children: (directory: Directory) => ReactNode }) {
  const { currentData } = useListFacilitiesQuery(allFacilityDetails)
  const directory = useMemo(() => ({ facilities: currentData?.items, Field: FacilityField }), [currentData])
  return children(directory)
}

/** A patient’s checkups, with facilities and drug allergies from other domains. */
export function Bookings({ patient }: { patient: Patient }) {
  return (
    <TestPackagesCard
      user_id={patient.id}
      sex={patient.sex}
      WithDirectory={WithFacilities}
      allergy={<AllergyNote reactions={patient.allergy_reactions ?? []} />}
    />
  )
}

/** A patient’s own checkups. */
export function MyBookings({ user_id }: { user_id: number }) {
  return <MyCheckupsCard user_id={user_id} WithDirectory={WithFacilities} />
}

/** Drug allergies shown beside a booking, because sedation and contrast media are drugs. */
function AllergyNote({ reactions }: { reactions: readonly AllergyReaction[] }) {
  const { t } = useTranslation('booking')
  const language = useLanguage()
  const drugs = reactions.filter(({ kind, is_occured }) => kind === 'medicine' && is_occured)
  if (!drugs.length) return <DrugAllergy reactions={reactions} />
  const drugNames = drugs.flatMap(({ description }) => description || []).join(listSeparator(language))
  return (
    <section className={classes.allergy} aria-label={t('allergy.title')}>
      <h3>
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <path d="M6 0 12 6 6 12 0 6Z" fill="currentColor" />
        </svg>
        {t('allergy.title')}
      </h3>
      <p>{drugNames ? t('allergy.text', { what: drugNames }) : t('allergy.unnamed')}</p>
    </section>
  )
}
