import { formatUnit } from '@sukoyaka/rules/record/answer'
import { formatValue } from '@sukoyaka/rules/value'
import type { TestResult } from '@sukoyaka/wire/record/checkup'
import { IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import type { Category } from '../api.ts'
import classes from './EntryTable.module.css'

/** A registered value as text; the pencil opens a field with it. For a calculated value the field is empty: a measured one replaces it. */
export function StoredValue({ result, category, onEdit }: { result: TestResult; category: Category; onEdit: (text: string) => void }) {
  const { t } = useTranslation('results')
  const language = useLanguage()
  const text = formatValue(result, category)
  return (
    <span className={classes.stored}>
      <b className={classes.value}>{text}</b>
      <span className={classes.unit}>{formatUnit(category.unit_display, language)}</span>
      <span className={classes.state}>{t(result.is_derived ? 'entry.derived' : 'entry.registered')}</span>
      <IconButton
        size="small"
        label={t(result.is_derived ? 'entry.measuredOf' : 'entry.editOf', { name: category.display_name })}
        icon={<IconPencil aria-hidden />}
        onClick={() => onEdit(result.is_derived ? '' : text)}
      />
    </span>
  )
}
