import type { Recommendation } from '@sukoyaka/wire/people/recommendation'
import { useTranslation } from 'react-i18next'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { recordLang } from '../../../ui/text/record-lang.ts'
import classes from './Recommend.module.css'

/** Says when, and in which words, the patient declined the recommendation; renders nothing if it was not declined. */
export function Declined({ recommendation: { declined_at, declined_words }, isOwn }: { recommendation: Recommendation; isOwn: boolean }) {
  const { t } = useTranslation('recommend')
  const language = useLanguage()
  if (!declined_at) return null
  const day = formatDate(declined_at, language)
  return (
    <div className={classes.declined}>
      <p>{isOwn ? t('decline.own', { day }) : t('decline.byPatient', { day })}</p>
      {declined_words ? (
        <p className={classes.reason} lang={recordLang(declined_words, language)}>
          {declined_words}
        </p>
      ) : null}
    </div>
  )
}
