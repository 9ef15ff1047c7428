import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Chips } from '../../../../ui/layout/Chips.tsx'
import { useListTestCategoriesQuery } from '../../api.ts'
import classes from '../Booking.module.css'

/** Tests of a checkup; collapsed, because most tests come from the course. */
export function TestsField({ value, onChange }: { value: readonly number[]; onChange: (ids: number[]) => void }) {
  const { t } = useTranslation('booking')
  const { currentData } = useListTestCategoriesQuery({})
  const [open, setOpen] = useState(false)
  const options = (currentData?.items ?? [])
    .filter(({ id, is_active }) => is_active || value.includes(id))
    .map(({ id, display_name }) => ({ value: String(id), label: display_name }))
  return (
    <div className={classes.tests}>
      <button type="button" className={classes.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        {value.length ? t('tests.count', { count: value.length }) : t('tests.choose')}
        <IconChevronDown aria-hidden />
      </button>
      {open ? <Chips many label={t('tests.choose')} options={options} value={value.map(String)} onChange={(ids) => onChange(ids.map(Number))} /> : null}
    </div>
  )
}
