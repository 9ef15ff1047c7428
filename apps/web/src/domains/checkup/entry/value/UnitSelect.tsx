import { formatUnit } from '@sukoyaka/rules/record/answer'
import { useTranslation } from 'react-i18next'
import { Select } from '../../../../ui/choice/Select.tsx'
import { useLanguage } from '../../../../ui/date/tokyo.ts'
import type { Category } from '../../api.ts'
import classes from './ValueField.module.css'

type Props = { category: Category; unit: string; onChange: (unit: string) => void }

/** The unit of a value; other units from which it can be converted are offered. */
export function UnitSelect({ category, unit, onChange }: Props) {
  const { t } = useTranslation('results')
  const language = useLanguage()
  const ownUnit = formatUnit(category.unit_display, language)
  const units = category.conversions ?? []
  if (!units.length) return <span className={classes.unit}>{ownUnit}</span>
  return (
    <Select
      className={classes.units}
      aria-label={t('entry.unitOf', { name: category.display_name })}
      value={unit}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{ownUnit}</option>
      {units.map((conversion) => (
        <option key={conversion.unit} value={conversion.unit}>
          {formatUnit(conversion.unit, language)}
        </option>
      ))}
    </Select>
  )
}
