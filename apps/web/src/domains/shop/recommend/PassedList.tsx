import { fullName } from '@sukoyaka/rules/person'
import { useTranslation } from 'react-i18next'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { useListPassedProductsQuery } from '../api.ts'
import classes from './Recommend.module.css'

/** Products that staff considered and did not recommend, folded. */
export function PassedList({ patient_id }: { patient_id: number }) {
  const { t } = useTranslation('recommend')
  const language = useLanguage()
  const { currentData } = useListPassedProductsQuery({ patient_id, include: ['product'] })
  const items = currentData?.items ?? []
  if (!items.length) return null
  return (
    <details className={classes.passed}>
      <summary>{t('pass.list', { count: items.length })}</summary>
      <ul>
        {items.map(({ id, product, reason, passed_by, created_at }) => (
          <li key={id} className={classes.row}>
            <div className={classes.words}>
              <p className={classes.name} lang={recordLang(product?.display_name ?? '', language)}>
                {product?.display_name}
              </p>
              <p className={classes.reason} lang={recordLang(reason, language)}>
                {reason}
              </p>
              <p className={classes.about}>{t('list.about', { name: fullName(passed_by, language), day: formatDate(created_at, language) })}</p>
            </div>
          </li>
        ))}
      </ul>
    </details>
  )
}
