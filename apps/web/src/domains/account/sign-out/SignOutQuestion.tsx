import { skipToken } from '@reduxjs/toolkit/query/react'
import { fullName } from '@sukoyaka/rules/person'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Unsent } from '../../../api/unsent/count.ts'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { useListPatientsQuery } from '../../patient/api.ts'
import classes from './SignOutQuestion.module.css'

type Props = { unsent: Unsent; onConfirm: () => void; onClose: () => void; onLeave: () => void }

const maxNames = 100

/** Says what signing out deletes, with links to the conversations of messages. `onLeave`: called when a link is followed. */
export function SignOutQuestion({ unsent: { rooms, ...counts }, onLeave, ...dialog }: Props) {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const ids = [...new Set([...rooms.messages, ...rooms.drafts])].slice(0, maxNames)
  const { data } = useListPatientsQuery(ids.length ? { q: { id_in: ids } } : skipToken)
  const link = (id: number) => {
    const patient = data?.items.find((item) => item.id === id)
    return (
      <Link key={id} to={`/messages/${id}`} className={classes.room} onClick={onLeave} lang={patient && 'ja'}>
        {patient ? fullName(patient, language) : t('nav.messages')}
      </Link>
    )
  }
  return (
    <ConfirmDialog {...dialog} kind="danger" title={t('signOut.title')} question={t('signOut.loses')} confirm={t('signOut.confirm')}>
      <ul className={classes.lost}>
        {(['messages', 'drafts', 'forms'] as const).map((kind) =>
          counts[kind] ? (
            <li key={kind}>
              {t(`signOut.${kind}`, { count: counts[kind] })}
              {kind === 'forms' ? null : rooms[kind].map(link)}
            </li>
          ) : null,
        )}
      </ul>
    </ConfirmDialog>
  )
}
