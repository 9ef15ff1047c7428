import type { NamedFinding } from '@sukoyaka/wire/people/product-check'
import { IconPill } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './Recommend.module.css'

/** Whether a finding is a caution: the card shows it to the patient, and staff cannot leave it out. */
export const isCaution = ({ kind, level }: NamedFinding) => kind === 'medicine' && level !== 'unchecked'

/** Cautions about the product and the patient's medicines; renders nothing if there are none. */
export function Cautions({ findings = [] }: { findings: readonly NamedFinding[] | undefined }) {
  const { t } = useTranslation('recommend')
  const own = findings.filter(isCaution)
  if (!own.length) return null
  return (
    <div className={classes.cautions}>
      <IconPill aria-hidden />
      <div>
        <p className={classes.cautionTitle}>{t('caution.title')}</p>
        <ul>
          {own.map(({ record_id, name, hours }) => (
            <li key={record_id}>{hours ? t('caution.spacing', { name, hours }) : t('caution.care', { name })}</li>
          ))}
        </ul>
        <p>{t('caution.continue')}</p>
      </div>
    </div>
  )
}
