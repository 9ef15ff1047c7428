import { useTranslation } from 'react-i18next'
import { PartialDayInput } from '../../ui/form/PartialDayInput.tsx'
import classes from './MedicineForm.module.css'

type Period = { started_on: string; ended_on: string }
type Props = { draft: Period; onChange: (change: Partial<Period>) => void; errors: { [Field in keyof Period]: string | undefined } }

/** Start and end of an intake as typed: a day, a month or a year. */
export function PeriodFields({ draft, onChange, errors }: Props) {
  const { t } = useTranslation('medication')
  return (
    <div className={classes.pair}>
      <PartialDayInput label={t('form.started_on')} text={draft.started_on} onText={(started_on) => onChange({ started_on })} error={errors.started_on} hint />
      <PartialDayInput label={t('form.ended_on')} text={draft.ended_on} onText={(ended_on) => onChange({ ended_on })} error={errors.ended_on} />
    </div>
  )
}
