import { formatDay, tokyoDay } from '@sukoyaka/rules/time'
import { type CheckedRecord, comparedAllergies, type FindingLevel, type ProductChecks, type ProductFinding } from '@sukoyaka/wire/people/product-check'
import type { AllergyKind } from '@sukoyaka/wire/record/illness'
import { IconAlertTriangle, IconCheck, IconClockExclamation, IconHelpCircle, IconMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { type Query, QueryView } from '../../../ui/loading/QueryView.tsx'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { separatorOf } from '../../../ui/text/text-lang.ts'
import { useAllergenNames } from './Cautions.tsx'
import classes from './Recommend.module.css'

const icons = { allergen: IconAlertTriangle, doctor: IconAlertTriangle, caution: IconAlertTriangle, spacing: IconClockExclamation, unchecked: IconHelpCircle }

/** Each medicine, supplement and allergy of the patient, with the finding about the chosen product. */
export function CheckedRecords({ query, product_id }: { query: Query<ProductChecks>; product_id: number | null }) {
  const { t } = useTranslation('recommend')
  const language = useLanguage()
  return (
    <section className={classes.checks} aria-labelledby="product-checks">
      <h3 id="product-checks">
        {t('check.title')} <small>{t('check.day', { day: formatDay(tokyoDay(new Date()), language) })}</small>
      </h3>
      <QueryView query={query} error={t('check.error')} isEmpty={() => false}>
        {({ records, items }) => {
          const check = items.find((item) => item.product_id === product_id)
          const findings = new Map(check?.findings.map((finding) => [`${finding.kind}:${finding.record_id}`, finding]))
          return (
            <>
              {check && !check.is_known ? <p className={classes.notKnown}>{t('check.unknown')}</p> : null}
              {records.length ? (
                <ul>
                  {records.map((record) => (
                    <Checked
                      key={`${record.kind}:${record.record_id}`}
                      record={record}
                      isCompared={check !== undefined}
                      finding={findings.get(`${record.kind}:${record.record_id}`)}
                    />
                  ))}
                </ul>
              ) : (
                <p className={classes.about}>{t('check.none')}</p>
              )}
              <p className={classes.limits}>{t('check.limits')}</p>
            </>
          )
        }}
      </QueryView>
    </section>
  )
}

type CheckedProps = { record: CheckedRecord; isCompared: boolean; finding: ProductFinding | undefined }

function Checked({ record: { kind, name, detail }, isCompared, finding }: CheckedProps) {
  const { t } = useTranslation('recommend')
  const language = useLanguage()
  const allergensOf = useAllergenNames()
  const level: FindingLevel | undefined = finding?.level
  // no tick, because it would say that an allergy to pollen or a medicine was compared with the product
  const isOfOtherKind = kind === 'allergy' && !comparedAllergies.includes(detail as AllergyKind)
  const Icon = level ? icons[level] : isOfOtherKind ? IconMinus : IconCheck
  const about = kind === 'allergy' ? t(`allergy.${detail as AllergyKind}`) : detail
  return (
    <li className={isCompared ? `${classes.checked} ${classes.compared}` : classes.checked} data-level={level}>
      {isCompared ? <Icon aria-hidden /> : null}
      <div>
        <p className={classes.name} lang={recordLang(name, language)}>
          {name || about}
        </p>
        <p className={classes.about}>{[t(`kind.${kind}`), name ? about : ''].filter(Boolean).join(separatorOf(language))}</p>
      </div>
      {isCompared ? (
        <p className={classes.effect}>
          {finding
            ? t(`effect.${finding.effect}`, { hours: finding.hours, allergens: allergensOf(finding) })
            : t(isOfOtherKind ? 'check.notCompared' : 'check.clear')}
        </p>
      ) : null}
    </li>
  )
}
