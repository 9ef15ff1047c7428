import { formatNumber, formatUnit } from '@sukoyaka/rules/record/answer'
import type { HealthRecord, HealthRecordCategory } from '@sukoyaka/wire/record/health-record'
import type { Language } from '../../ui/date/tokyo.ts'

/** `58.2 kg`, `134/82 mmHg`; empty without values. */
export const valueText = ({ values }: Pick<HealthRecord, 'values'>, category: HealthRecordCategory, language: Language): string => {
  if (!values.length) return ''
  const numbers = category.values.flatMap(({ name }) => values.find((value) => value.name === name)?.value ?? [])
  const unit = formatUnit(category.unit, language)
  return `${numbers.map((value) => formatNumber(value, 1)).join('/')}${unit === '℃' ? '' : ' '}${unit}`
}

/** Parses a typed number: ５８．２ and 58,2 are 58.2; undefined when invalid. A stored number of a device or an app can have many decimals. */
export const parseTypedNumber = (text: string): number | undefined => {
  const plain = text.normalize('NFKC').trim().replace(',', '.')
  return /^\d{1,6}(\.\d{1,15})?$/.test(plain) ? Number(plain) : undefined
}

/** Parses a typed time to `08:30`; accepts ８：３０ and 830. */
export const parseTypedTime = (text: string): string | undefined => {
  const match = /^(\d{1,2}):?(\d{2})$/.exec(text.normalize('NFKC').trim())
  if (!match) return undefined
  const [hour, minute] = [Number(match[1]), Number(match[2])]
  return hour < 24 && minute < 60 ? `${String(hour).padStart(2, '0')}:${match[2]}` : undefined
}
