import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { useListTestPackagesQuery } from '../../domains/checkup/api.ts'
import { Reports } from '../../domains/report/Reports.tsx'
import { idPattern } from '../../ui/page/id.ts'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import { PatientFrame } from '../patient/PatientFrame.tsx'
import { usePatient } from '../patient/use-patient.ts'
import classes from './ReportPage.module.css'

/** Reports of a patient's checkups. */
export function ReportPage() {
  const { t } = useTranslation('report')
  const { userId = '' } = useParams()
  const me = useAppSelector(selectMe)
  usePageTitle(t('page.title'))
  if (!idPattern.test(userId)) throw new PageError(404)
  if (!me) return null
  const user_id = Number(userId)
  const isOwn = me.role === 'patient'
  if (isOwn && me.id !== user_id) throw new PageError(404)
  const content = <Content key={user_id} user_id={user_id} isOwn={isOwn} />
  return (
    <div className={classes.page} data-density={isOwn ? 'comfortable' : undefined}>
      {isOwn ? content : <StaffFrame user_id={user_id}>{content}</StaffFrame>}
    </div>
  )
}

function Content({ user_id, isOwn }: { user_id: number; isOwn: boolean }) {
  const { t } = useTranslation('report')
  return (
    <div className={classes.content}>
      <div>
        <h1 className={classes.title}>{t('page.title')}</h1>
        <p className={classes.lead}>{t('lead')}</p>
      </div>
      <Reports user_id={user_id} checkups={useListTestPackagesQuery({ user_id })} isOwn={isOwn} />
    </div>
  )
}

function StaffFrame({ user_id, children }: { user_id: number; children: ReactNode }) {
  return (
    <PatientFrame user_id={user_id} {...usePatient(user_id)}>
      {children}
    </PatientFrame>
  )
}
