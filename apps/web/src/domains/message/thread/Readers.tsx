import { fullName } from '@sukoyaka/rules/person'
import { listOpenHistories, type OpenHistory } from '@sukoyaka/wire/care/message-mark'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callEndpoint } from '../../../api/call-endpoint.ts'
import { useAppDispatch } from '../../../api/store.ts'
import { DateText } from '../../../ui/date/DateText.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { Avatar } from '../../../ui/status/Avatar.tsx'
import classes from './row/Receipt.module.css'

/** Who opened a message, and when. */
export function Readers({ id }: { id: number }) {
  const { t } = useTranslation('conversation')
  const language = useLanguage()
  const dispatch = useAppDispatch()
  const [readers, setReaders] = useState<readonly OpenHistory[] | 'failed'>()
  useEffect(() => {
    let isUnmounted = false
    void dispatch(callEndpoint(listOpenHistories, { id })).then(({ data }) => !isUnmounted && setReaders(data?.items ?? 'failed'))
    return () => {
      isUnmounted = true
    }
  }, [dispatch, id])
  if (!readers || readers === 'failed')
    return (
      <p className={classes.note} role="status">
        {t(readers ? 'read.failed' : 'read.loading')}
      </p>
    )
  return (
    <ul className={classes.readers}>
      {readers.map(({ user, opened_at }) => (
        <li key={user.id}>
          <Avatar person={user} size={28} />
          <span className={classes.name}>{fullName(user, language)}</span>
          <span className={classes.at}>
            <DateText value={opened_at} time year={false} />
          </span>
        </li>
      ))}
    </ul>
  )
}
