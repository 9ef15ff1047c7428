import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { showsSidebar } from '../../app/sidebar.ts'
import { setSidebarOverlayOpen } from '../../domains/message/sidebar/open-state.ts'
import { CondensedPatientHeader } from '../../domains/patient/PatientHeader.tsx'
import { ErrorState } from '../../ui/layout/Empty.tsx'
import { OpenPatientContext } from '../../ui/overlay/open-patient.tsx'
import { PatientAlerts } from './PatientAlerts.tsx'
import { PatientTabs } from './PatientTabs.tsx'
import { RecordSkeleton } from './RecordSkeleton.tsx'
import type { usePatient } from './use-patient.ts'

type Props = ReturnType<typeof usePatient> & { user_id: number; children?: ReactNode }

/**
 * Page with a one-line patient header. `children` are mounted once the patient is loaded, so that nothing of the record is visible or usable before
 * the name and the allergies are visible. The header stays while parts of the page load.
 */
export function PatientFrame({ user_id, patient, query, state, children }: Props) {
  const { t } = useTranslation('patient')
  const me = useAppSelector(selectMe)
  const { pathname } = useLocation()
  return (
    <>
      <CondensedPatientHeader
        patient={state.data}
        skeleton={state.isSkeletonShown}
        alert={<PatientAlerts patient={patient} />}
        tabs={<PatientTabs user_id={user_id} />}
        onOpenList={me && showsSidebar(pathname, me.role) ? () => setSidebarOverlayOpen(true) : undefined}
      />
      {state.data ? (
        <OpenPatientContext value={state.data}>
          <Suspense fallback={<RecordSkeleton />}>{children}</Suspense>
        </OpenPatientContext>
      ) : null}
      {state.isSkeletonShown ? <RecordSkeleton /> : null}
      {state.isFailed ? <ErrorState title={t('header.error')} onRetry={() => void query.refetch()} /> : null}
    </>
  )
}
