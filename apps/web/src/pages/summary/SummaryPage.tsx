import { Suspense } from 'react'
import { useParams } from 'react-router'
import { readCookies, selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { idPattern } from '../../ui/page/id.ts'
import { PageError } from '../../ui/page/page-error.ts'

const loadStaffSummary = () => import('./StaffSummary.tsx')
const loadPatientHome = () => import('./PatientHome.tsx')
const StaffSummary = lazyNamed(loadStaffSummary, 'StaffSummary')
const PatientHome = lazyNamed(loadPatientHome, 'PatientHome')

/** Loads the code of a summary at startup, before the session is known. If the path has the id of the cookies, the user is a patient on their own home page. */
export const preloadSummary = async (pathname: string) => {
  const [, user_id] = pathname.match(/\/(\d+)\/summary/) ?? []
  if (user_id) await (readCookies()?.id === Number(user_id) ? loadPatientHome() : loadStaffSummary())
}

/** Preloads the code of the staff summary, but no data: reading a record is logged as opening it. */
export const preloadStaffSummary = () => void loadStaffSummary().catch(() => undefined)

/** Staff read the summary of a patient; patients see their own home page under the same path. */
export function SummaryPage() {
  const { userId = '' } = useParams()
  const me = useAppSelector(selectMe)
  if (!idPattern.test(userId)) throw new PageError(404)
  if (!me) return null
  const user_id = Number(userId)
  return (
    <Suspense>
      {me.role === 'patient' ? (
        <PatientHome user_id={user_id} />
      ) : (
        // a key per patient, so that open dialogs and expanded cards reset
        <StaffSummary key={userId} user_id={user_id} />
      )}
    </Suspense>
  )
}
