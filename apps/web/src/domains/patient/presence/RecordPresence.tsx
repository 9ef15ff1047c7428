import { fullName } from '@sukoyaka/rules/person'
import { IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import classes from './RecordPresence.module.css'
import { useRecordPresence } from './use-record-presence.ts'

/** Says who else of the staff has this record open: one name and the number of others. On phones it shows only the family name and that number. */
export function RecordPresence({ user_id }: { user_id: number }) {
  const { t } = useTranslation('patient')
  const language = useLanguage()
  const others = useRecordPresence(user_id)
  const first = others[0]?.user
  const more = others.length - 1
  return (
    <span role="status" className={classes.status}>
      {first ? (
        <span className={classes.pill}>
          <IconEye aria-hidden />
          <span className={classes.long}>{t(more ? 'presence.many' : 'presence.one', { name: fullName(first, language), more })}</span>
          <span className={classes.short} aria-hidden="true">
            {first.last_name}
            {more ? ` +${more}` : ''}
          </span>
        </span>
      ) : null}
    </span>
  )
}
