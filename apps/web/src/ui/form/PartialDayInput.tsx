import { useTranslation } from 'react-i18next'
import { parsePartialDay, showDay } from '../date/day.ts'
import { TextInput } from './TextInput.tsx'

type Props = { label: string; text: string; onText: (text: string) => void; error?: string; hint?: boolean }

/** Field for a day, month or year. The form stores the typed text and parses it with `parsePartialDay`. */
export function PartialDayInput({ label, text, onText, error, hint }: Props) {
  const { t } = useTranslation('ui')
  const tidy = () => {
    const day = parsePartialDay(text)
    if (day && showDay(day) !== text) onText(showDay(day))
  }
  return (
    <TextInput
      label={label}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      onBlur={tidy}
      autoComplete="off"
      error={error}
      hint={hint && !error ? t('date.partial') : undefined}
    />
  )
}
