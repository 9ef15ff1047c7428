import { skipToken } from '@reduxjs/toolkit/query/react'
import { fullName } from '@sukoyaka/rules/person'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import type { Unsent } from '../../../api/unsent/count.ts'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { useListPatientsQuery } from '../../patient/api.ts'
import classes from './SignOutQuestion.module.css'
import { patientOfPage, UnsavedForms } from './UnsavedForms.tsx'

type Props = { unsent: Unsent; onConfirm: () => void; onClose: () => void; onLeave: () => void }

const maxNames = 100

/** Says what signing out deletes, with links to the conversations of messages and the pages of forms. `onLeave`: called when a link is followed. */
export function SignOutQuestion({ unsent: { rooms, forms, ...counts }, onLeave, ...dialog }: Props) {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const isPatient = useAppSelector(selectMe)?.role === 'patient'
  // patients need no name of a patient: everything is theirs
  const named = isPatient ? [] : [...rooms.messages, ...rooms.drafts, ...forms.flatMap(({ page }) => patientOfPage(page) ?? [])]
  const ids = [...new Set(named)].slice(0, maxNames)
  const { data } = useListPatientsQuery(ids.length ? { q: { id_in: ids } } : skipToken)
  const nameOf = (id: number) => {
    const patient = data?.items.find((item) => item.id === id)
    return patient && fullName(patient, language)
  }
  const link = (id: number) => {
    const name = nameOf(id)
    return (
      <Link key={id} to={`/messages/${id}`} className={classes.place} onClick={onLeave} lang={name && 'ja'}>
        {name ?? t('nav.messages')}
      </Link>
    )
  }
  return (
    <ConfirmDialog {...dialog} kind="danger" title={t('signOut.title')} question={t('signOut.loses')} confirm={t('signOut.confirm')}>
      <ul className={classes.lost}>
        {(['messages', 'drafts'] as const).map((kind) =>
          counts[kind] ? (
            <li key={kind}>
              {t(`signOut.${kind}`, { count: counts[kind] })}
              {rooms[kind].map(link)}
            </li>
          ) : null,
        )}
        {forms.length ? (
          <li>
            {t('signOut.forms', { count: forms.length })}
            <Suspense>
              <UnsavedForms forms={forms} nameOf={nameOf} onLeave={onLeave} />
            </Suspense>
          </li>
        ) : null}
      </ul>
    </ConfirmDialog>
  )
}
