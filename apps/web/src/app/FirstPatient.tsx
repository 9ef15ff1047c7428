import { listMessageRooms } from '@sukoyaka/wire/message-room'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { api, read } from '../kit/api.ts'
import { PageError } from '../kit/page-error.ts'
import { usePageTitle } from '../kit/title.ts'
import { useMay } from '../kit/use-may.ts'
import { Empty, ErrorState } from '../ui/Empty.tsx'
import classes from './Shell.module.css'

const { useFirstRoomsQuery } = api.injectEndpoints({ endpoints: (build) => ({ firstRooms: read(build, listMessageRooms, 'message_rooms') }) })

/** The patients begin with the first of the sidebar; for patients themselves the address leads nowhere. */
export function FirstPatient() {
  if (!useMay('coordination.read')) throw new PageError(404)
  return <First />
}

function First() {
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
