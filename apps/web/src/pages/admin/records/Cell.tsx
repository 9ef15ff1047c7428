import { formatPhone, fullName, readingOf } from '@sukoyaka/rules/person'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Field } from '@sukoyaka/wire/admin'
import type { Person } from '@sukoyaka/wire/people/account'
import { useTranslation } from 'react-i18next'
import { DateText } from '../../../ui/date/DateText.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { Badge, type BadgeTone } from '../../../ui/status/Badge.tsx'
import { formatCount, useLabels } from './labels.ts'
import classes from './RecordTable.module.css'
import type { Row } from './table.ts'

const tones: Record<string, BadgeTone> = {
  ...{ current: 'accent', future: 'outline', ended: 'neutral', replaced: 'neutral' },
  ...{ active: 'accent', invited: 'outline', deactivated: 'neutral', merged: 'neutral' },
}

/** Whether the last day of a coupon has passed. */
const isExpired = ({ ends_on }: Row) => typeof ends_on === 'string' && ends_on < tokyoDay(new Date())

/** A value of a row. The name or the kind of its field decides how it is shown. */
export function Cell({ field, row }: { field: Field; row: Row }) {
  const { t, valueLabel } = useLabels()
  const { i18n } = useTranslation()
  const language = useLanguage()
  const value = row[field.name]
  if (value === null || value === undefined || value === '') return <span className={classes.none}>–</span>
  if (['person', 'user', 'account', 'owner'].includes(field.name)) {
    const person = value as Person
    return (
      <span lang="ja">
        {fullName(person, language)}
        <span className={classes.below}>{readingOf(person)}</span>
      </span>
    )
  }
  if (field.name === 'state') return <Badge tone={tones[String(value)] ?? 'neutral'}>{valueLabel('state', value)}</Badge>
  if (field.name === 'visible') return <Badge tone={value ? 'accent' : 'outline'}>{valueLabel('visible', value)}</Badge>
  if (field.name === 'is_active') {
    const state = value && isExpired(row) ? 'expired' : value
    return <Badge tone={state === true ? 'accent' : 'outline'}>{valueLabel('is_active', state)}</Badge>
  }
  switch (field.kind) {
    case 'switch':
      return value ? t('yes') : t('no')
    case 'choice':
      return valueLabel(field.name, value)
    case 'number':
      return field.name === 'price' ? `¥${formatCount(Number(value), i18n.language)}` : formatCount(Number(value), i18n.language)
    case 'day':
    case 'instant':
      return <DateText value={String(value)} />
    default:
      return field.name === 'phone_number' ? formatPhone(String(value)) : String(value)
  }
}
