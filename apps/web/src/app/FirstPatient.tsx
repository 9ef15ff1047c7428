import { listMessageRooms } from '@sukoyaka/wire/care/message-room'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { api, queryEndpoint } from '../api/api.ts'
import { usePermission } from '../api/use-permission.ts'
import { Empty, ErrorState } from '../ui/layout/Empty.tsx'
import { PageError } from '../ui/page/page-error.ts'
import { usePageTitle } from '../ui/page/title.ts'
import classes from './Shell.module.css'

const { useFirstRoomsQuery } = api.injectEndpoints({ endpoints: (build) => ({ firstRooms: queryEndpoint(build, listMessageRooms, 'message_rooms') }) })

/** Opens the first patient of the sidebar; 404 for patients. */
export function FirstPatient() {
  if (!usePermission('coordination.read')) throw new PageError(404)
  return <FirstPatientRedirect />
}

function FirstPatientRedirect() {
  const { t } = useTranslation('shell')
  const { data, error, refetch } = useFirstRoomsQuery({ page: 1 })
  usePageTitle(t('landing.title'))
  const firstRoom = data?.items[0]
  if (firstRoom) return <Navigate to={`/${firstRoom.patient.id}/summary`} replace />
  return (
    <div className={classes.notice}>
      <h1 className="visually-hidden">{t('landing.title')}</h1>
      {error ? <ErrorState onRetry={() => void refetch()} /> : null}
      {data ? <Empty title={t('landing.noPatients')} /> : null}
    </div>
  )
}
