import { useTranslation } from 'react-i18next'
import { useListTestPackagesQuery } from '../../domains/checkup/api.ts'
import { Reports } from '../../domains/report/Reports.tsx'
import { RecordPage } from '../patient/RecordPage.tsx'

/** Reports of a patient's checkups. */
export function ReportPage() {
  const { t } = useTranslation('report')
  return (
    <RecordPage title={t('page.title')} lead={t('lead')}>
      {({ user_id, isOwn }) => <CheckupReports key={user_id} user_id={user_id} isOwn={isOwn} />}
    </RecordPage>
  )
}

function CheckupReports({ user_id, isOwn }: { user_id: number; isOwn: boolean }) {
  return <Reports user_id={user_id} checkups={useListTestPackagesQuery({ user_id })} isOwn={isOwn} />
}
