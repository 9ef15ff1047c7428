import { listMessageRooms } from '@sukoyaka/wire/message'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { api, read } from '../kit/api.ts'
import { selectMe } from '../kit/session.ts'
import { useAppSelector } from '../kit/store.ts'
import { usePageTitle } from '../kit/title.ts'
import { Empty, ErrorState } from '../ui/Empty.tsx'
import classes from './Shell.module.css'

const { useFirstRoomsQuery } = api.injectEndpoints({ endpoints: (build) => ({ firstRooms: read(build, listMessageRooms, 'message_rooms') }) })

/** Where signing in leads: patients to themselves, admins to the people, care staff to the first patient of the sidebar. */
export function Landing() {
  const me = useAppSelector(selectMe)
  if (me?.role === 'admin') return <Navigate to="/admin" replace />
  if (me?.role === 'patient') return <Navigate to={`/${me.id}/summary`} replace />
  return <FirstPatient />
}

function FirstPatient() {
  const { t } = useTranslation('shell')
  const { data, error, refetch } = useFirstRoomsQuery({ page: 1 })
  usePageTitle(t('landing.title'))
  const first = data?.items[0]
  if (first) return <Navigate to={`/${first.patient.id}/summary`} replace />
  return (
    <div className={classes.notice}>
      <h1 className="visually-hidden">{t('landing.title')}</h1>
      {error ? <ErrorState onRetry={() => void refetch()} /> : null}
      {data ? <Empty title={t('landing.noPatients')} /> : null}
    </div>
  )
}
