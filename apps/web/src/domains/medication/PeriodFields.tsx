import { useTranslation } from 'react-i18next'
import { PartialDayInput } from '../../ui/form/PartialDayInput.tsx'
import classes from './MedicineForm.module.css'

type Field = { value: string; onChange: (text: string) => void; error: string | undefined }

/** Start and end of an intake as typed: a day, a month or a year. */
export function PeriodFields({ field }: { field: (name: 'started_on' | 'ended_on') => Field }) {
  const { t } = useTranslation('medication')
  return (
    <div className={classes.pair}>
      <PartialDayInput label={t('form.started_on')} hint {...field('started_on')} />
      <PartialDayInput label={t('form.ended_on')} hint={t('form.endHint')} {...field('ended_on')} />
    </div>
  )
}
