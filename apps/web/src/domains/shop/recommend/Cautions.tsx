import { isCaution } from '@sukoyaka/rules/people/caution'
import type { NamedFinding, ProductFinding } from '@sukoyaka/wire/people/product-check'
import { IconAlertTriangle, IconPill } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { listSeparator } from '../../../ui/text/list-separator.ts'
import classes from './Recommend.module.css'

/** Gives the names of the allergens of a finding. */
export const useAllergenNames = () => {
  const { t } = useTranslation('recommend')
  const separator = listSeparator(useLanguage())
  return ({ allergens }: ProductFinding) => allergens.map((name) => t(`allergen.${name}`)).join(separator)
}

/** Cautions about the product and the patient's allergies and medicines; renders nothing if there are none. */
export function Cautions({ findings = [] }: { findings: readonly NamedFinding[] | undefined }) {
  const { t } = useTranslation('recommend')
  const allergensOf = useAllergenNames()
  const own = findings.filter(isCaution)
  const ofAllergies = own.filter(({ kind }) => kind === 'allergy')
  const ofMedicines = own.filter(({ kind }) => kind !== 'allergy')
  return (
    <>
      {ofAllergies.length ? (
        <Block icon={<IconAlertTriangle aria-hidden />} title={t('caution.allergyTitle')} last={t('caution.ask')}>
          {ofAllergies.map((finding) => (
            <li key={finding.record_id}>{t('caution.allergy', { name: finding.name, allergens: allergensOf(finding) })}</li>
          ))}
        </Block>
      ) : null}
      {ofMedicines.length ? (
        <Block icon={<IconPill aria-hidden />} title={t('caution.title')} last={t('caution.continue')}>
          {ofMedicines.map(({ record_id, name, hours }) => (
            <li key={record_id}>{hours ? t('caution.spacing', { name, hours }) : t('caution.care', { name })}</li>
          ))}
        </Block>
      ) : null}
    </>
  )
}

type BlockProps = { icon: ReactNode; title: string; last: string; children: ReactNode }

function Block({ icon, title, last, children }: BlockProps) {
  return (
    <div className={classes.cautions}>
      {icon}
      <div>
        <p className={classes.cautionTitle}>{title}</p>
        <ul>{children}</ul>
        <p>{last}</p>
      </div>
    </div>
  )
}
