import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import classes from './Settings.module.css'

/** A settings page for patients; 404 for other roles. */
export function PatientSettings({ title, isWide = false, children }: { title: string; isWide?: boolean; children: (user_id: number) => ReactNode }) {
  const me = useAppSelector(selectMe)
  usePageTitle(title)
  if (!me) return null
  if (me.role !== 'patient') throw new PageError(404)
  return (
    <div className={clsx(classes.page, isWide && classes.wide)} data-density="comfortable">
      <h1 className={classes.head}>{title}</h1>
      {children(me.id)}
    </div>
  )
}
