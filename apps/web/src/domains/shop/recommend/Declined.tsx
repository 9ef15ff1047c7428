import { declinesOf } from '@sukoyaka/rules/people/decline'
import type { Recommendation } from '@sukoyaka/wire/people/recommendation'
import { useTranslation } from 'react-i18next'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { recordLang } from '../../../ui/text/record-lang.ts'
import classes from './Recommend.module.css'

/**
 * Says when, and in which words, the patient declined the recommendation. Staff also read the declines before the product was recommended again. Renders
 * nothing without a decline.
 */
export function Declined({ recommendation, isOwn }: { recommendation: Recommendation; isOwn: boolean }) {
  const { t } = useTranslation('recommend')
  const language = useLanguage()
  const { declined_at: current } = recommendation
  const declines = declinesOf(recommendation).filter(({ declined_at }) => !isOwn || declined_at === current)
  const words = (isCurrent: boolean) => {
    if (!isCurrent) return 'decline.before'
    return isOwn ? 'decline.own' : 'decline.byPatient'
  }
  return declines.map(({ declined_at, declined_words }) => (
    <div key={declined_at} className={classes.declined}>
      <p>{t(words(declined_at === current), { day: formatDate(declined_at, language) })}</p>
      {declined_words ? (
        <p className={classes.reason} lang={recordLang(declined_words, language)}>
          {declined_words}
        </p>
      ) : null}
    </div>
  ))
}
