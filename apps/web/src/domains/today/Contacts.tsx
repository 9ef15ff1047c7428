import { isReached } from '@sukoyaka/rules/boards/today'
import { fullName } from '@sukoyaka/rules/person'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { UrgentContact } from '@sukoyaka/wire/boards/urgent-contact'
import { IconPhoneCheck, IconPhoneX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatTime, useLanguage } from '../../ui/date/tokyo.ts'
import { recordLang } from '../../ui/text/record-lang.ts'
import classes from './Row.module.css'

/** Attempts to reach the patient, such as 1回目 10:20 つながらず, with caller and note. */
export function Contacts({ contacts }: { contacts: readonly UrgentContact[] }) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const today = tokyoDay(new Date())
  if (!contacts.length) return null
  return (
    <ol className={classes.contacts}>
      {contacts.map(({ id, outcome, contacted_at, contacted_by, handed_to, note }, at) => {
        const nth = contacts.slice(0, at + 1).filter((contact) => contact.outcome === 'not_reached').length
        return (
          <li key={id} className={classes.contact}>
            {isReached(outcome) ? <IconPhoneCheck aria-hidden /> : <IconPhoneX aria-hidden />}
            <span className={classes.tried}>
              {outcome === 'not_reached' ? `${t('contact.tried', { nth })} ` : ''}
              {tokyoDay(contacted_at) === today ? formatTime(contacted_at) : formatDate(contacted_at, language, { time: true, year: false })}{' '}
              {t(`contact.short.${outcome}`, { name: handed_to ? fullName(handed_to, language) : '' })}
            </span>
            <span className={classes.quiet} lang="ja">
              {fullName(contacted_by, language)}
            </span>
            {note ? (
              <span className={classes.quiet} lang={recordLang(note, language)}>
                {note}
              </span>
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}
