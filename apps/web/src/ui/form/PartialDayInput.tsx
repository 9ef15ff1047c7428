import { useTranslation } from 'react-i18next'
import { parsePartialDay, showDay } from '../date/day.ts'
import { TextInput } from './TextInput.tsx'

type Props = { label: string; value: string; onChange: (text: string) => void; error?: string; hint?: boolean | string }

/**
 * Field for a day, month or year. The form stores the typed text and parses it with `parsePartialDay`. `hint`: a text, or true to say that a year or a month
 * is enough.
 */
export function PartialDayInput({ label, value, onChange, error, hint }: Props) {
  const { t } = useTranslation('ui')
  const tidy = () => {
    const day = parsePartialDay(value)
    if (day && showDay(day) !== value) onChange(showDay(day))
  }
  return (
    <TextInput
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={tidy}
      autoComplete="off"
      error={error}
      hint={error ? undefined : hint === true ? t('date.partial') : hint}
    />
  )
}
