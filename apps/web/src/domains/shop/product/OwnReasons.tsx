import { fullName } from '@sukoyaka/rules/person'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { Avatar } from '../../../ui/status/Avatar.tsx'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { useOwnRecommendations } from '../cart/use-cart.ts'
import { Cautions } from '../recommend/Cautions.tsx'
import { DeclineButton } from '../recommend/DeclineButton.tsx'
import { Declined } from '../recommend/Declined.tsx'
import classes from './ProductDetail.module.css'

/** Who of the care team recommends the product to the signed-in patient, and why. */
export function OwnReasons({ product_id }: { product_id: number }) {
  const { t } = useTranslation(['shop', 'shell'])
  const language = useLanguage()
  const reasons = useOwnRecommendations().filter((entry) => entry.product_id === product_id)
  if (!reasons.length) return null
  return (
    <div className={classes.recommended}>
      <ul className={classes.reasons} aria-label={t('shop:recommended.label')}>
        {reasons.map((entry) => {
          const { id, recommender, reason } = entry
          const name = fullName(recommender, language)
          return (
            <li key={id} className={classes.reasonOf}>
              <Avatar person={recommender} size={32} />
              <div>
                <p className={classes.who}>
                  <strong lang={recordLang(name, language)}>{name}</strong>
                  <span>{t('shop:recommended.role', { role: t(`shell:role.${recommender.role}`) })}</span>
                </p>
                <p className={classes.words} lang={recordLang(reason, language)}>
                  {reason}
                </p>
                <Declined recommendation={entry} isOwn />
                <div className={classes.decline}>
                  <DeclineButton recommendation={entry} />
                </div>
              </div>
            </li>
          )
        })}
      </ul>
      <Cautions findings={reasons[0]?.findings} />
    </div>
  )
}
