import { fullName } from '@sukoyaka/rules/person'
import { useTranslation } from 'react-i18next'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { useListPassedProductsQuery } from '../api.ts'
import classes from './Recommend.module.css'

/** Who considered the product before and did not recommend it, and why. */
export function PassedNote({ patient_id, product_id }: { patient_id: number; product_id: number }) {
  const { t } = useTranslation('recommend')
  const language = useLanguage()
  const { currentData } = useListPassedProductsQuery({ patient_id, include: ['product'] })
  const passed = currentData?.items.filter((item) => item.product_id === product_id) ?? []
  if (!passed.length) return null
  return (
    <ul className={classes.notKnown}>
      {passed.map(({ id, passed_by, reason, created_at }) => (
        <li key={id}>
          {t('pass.about', { name: fullName(passed_by, language), day: formatDate(created_at, language) })}{' '}
          <span lang={recordLang(reason, language)}>{reason}</span>
        </li>
      ))}
    </ul>
  )
}
