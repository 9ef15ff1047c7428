import type { SharedRecord } from '@sukoyaka/wire/boards/shared-record'
import { IconAlertTriangle } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { kindsInOrder } from '../../domains/illness/allergies.ts'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { recordLang } from '../../ui/text/record-lang.ts'
import classes from './Visit.module.css'

type Allergies = NonNullable<SharedRecord['medication']>['allergies']

/** All allergies in full, above the other parts of the record. Also says so if nobody asked about drug allergies. */
export function AllergyStrip({ allergies }: { allergies: Allergies }) {
  const { t } = useTranslation(['share', 'illness'])
  const language = useLanguage()
  const inOrder = kindsInOrder.flatMap((kind) => allergies.find((allergy) => allergy.kind === kind) ?? [])
  const [present, absent] = [inOrder.filter(({ is_occured }) => is_occured), inOrder.filter(({ kind, is_occured }) => !is_occured && kind !== 'medicine')]
  const drug = inOrder.find(({ kind }) => kind === 'medicine')
  const none = absent.map(({ kind }) => t(`illness:allergy.${kind}`)).join(t('share:comma'))
  return (
    <div className={clsx(classes.allergies, present.length ? classes.danger : undefined)} role="note" aria-label={t('illness:allergy.title')}>
      {present.length ? <IconAlertTriangle aria-hidden /> : null}
      {present.length ? (
        <ul>
          {present.map(({ kind, description }) => (
            <li key={kind}>
              <b>{kind === 'medicine' ? t('illness:allergy.drugUnnamed') : t(`illness:allergy.${kind}`)}</b>{' '}
              <span lang={recordLang(description, language)}>{description || t('illness:allergy.occurred')}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {drug?.is_occured ? null : (
        <span>
          {drug
            ? t(drug.is_self_reported ? 'illness:allergy.drugNoneAnswered' : 'illness:allergy.drugNone', { day: formatDate(drug.confirmed_at, language) })
            : t('illness:allergy.drugUnasked')}
        </span>
      )}
      {none ? <span className={classes.absent}>{`${none} ${t('illness:allergy.none')}`}</span> : null}
    </div>
  )
}
