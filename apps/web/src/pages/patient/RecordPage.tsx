import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { idPattern } from '../../ui/page/id.ts'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import { PatientFrame } from './PatientFrame.tsx'
import classes from './RecordPage.module.css'
import { usePatient } from './use-patient.ts'

type Props = {
  title: string
  lead?: string
  className?: string
  /** Content of the page. Give it `user_id` as its key, because the page is not mounted again for another patient. */
  children: (of: { user_id: number; isOwn: boolean }) => ReactNode
}

/**
 * A page of one patient's record. Patients see their own record without a frame; the record of somebody else is 404 for them. Staff see it in the frame that
 * names the patient.
 */
export function RecordPage({ title, lead, className, children }: Props) {
  const { userId = '' } = useParams()
  const me = useAppSelector(selectMe)
  usePageTitle(title)
  if (!idPattern.test(userId)) throw new PageError(404)
  if (!me) return null
  const user_id = Number(userId)
  const isOwn = me.role === 'patient'
  if (isOwn && me.id !== user_id) throw new PageError(404)
  const heading = <h1 className={classes.title}>{title}</h1>
  const content = (
    <div className={clsx(classes.content, className)}>
      {lead ? (
        <div>
          {heading}
          <p className={classes.lead}>{lead}</p>
        </div>
      ) : (
        heading
      )}
      {children({ user_id, isOwn })}
    </div>
  )
  return (
    <div className={classes.page} data-density={isOwn ? 'comfortable' : undefined}>
      {isOwn ? content : <StaffFrame user_id={user_id}>{content}</StaffFrame>}
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
