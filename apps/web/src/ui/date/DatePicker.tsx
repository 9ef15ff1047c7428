import { parseTypedDay, preferredDirection } from '@sukoyaka/rules/day-text'
import { tokyoDay } from '@sukoyaka/rules/time'
import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../button/IconButton.tsx'
import { useImeSafeEnter } from '../form/ime.ts'
import { TextInput } from '../form/TextInput.tsx'
import { lazyNamed } from '../loading/lazy-named.ts'
import { Skeleton } from '../loading/Skeleton.tsx'
import { Floating } from '../overlay/Floating.tsx'
import classes from './DatePicker.module.css'
import { showDay } from './day.ts'

const Calendar = lazyNamed(() => import('./Calendar.tsx'), 'Calendar')

type Props = {
  label: string
  value: string | null
  onChange: (value: string | null) => void
  min?: string
  max?: string
  error?: ReactNode
  hint?: ReactNode
  required?: boolean
  disabled?: boolean
  name?: string
  'aria-invalid'?: boolean
  'aria-describedby'?: string
}

/**
 * Date field for a day in Tokyo, typed (see `parseTypedDay`) or picked; `value` is `YYYY-MM-DD`. Unreadable text, or a day outside `min` and `max`,
 * stays with an error, and the value stays too; `useForm` does not send the form then, and a page without `useForm` must look for `unreadableField`
 * before it uses the value. A value that changes from outside replaces the text.
 */
export function DatePicker({ label, value, onChange, min, max, error, ...input }: Props) {
  const { t } = useTranslation('ui')
  const [draft, setDraft] = useState<string | null>(null)
  const [validationError, setValidationError] = useState<string>()
  const [shownValue, setShownValue] = useState(value)
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  if (value !== shownValue) {
    setShownValue(value)
    setDraft(null)
    setValidationError(undefined)
  }

  const validate = (day: string | null) => {
    if (!day) return t('date.unreadable')
    if (min && day < min) return t('date.early', { date: showDay(min) })
    if (max && day > max) return t('date.late', { date: showDay(max) })
  }
  const commitText = (text: string) => {
    const now = new Date()
    const day = parseTypedDay(text, tokyoDay(now), preferredDirection({ min, max }, now))
    const problem = text.trim() ? validate(day) : undefined
    setValidationError(problem)
    setDraft(problem ? text : null)
    if (!problem && day !== value) onChange(day)
  }
  // the same keypress may submit the form, which looks for unreadable text in the document
  const enter = useImeSafeEnter(() => draft !== null && flushSync(() => commitText(draft)))
  return (
    <div ref={root} className={classes.field}>
      <TextInput
        {...input}
        {...enter}
        label={label}
        error={validationError ?? error}
        inputMode="text"
        autoComplete="off"
        value={draft ?? showDay(value)}
        data-unreadable={draft?.trim() ? '' : undefined}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={() => draft !== null && commitText(draft)}
        right={
          <IconButton
            label={t('date.open')}
            icon={<IconCalendar aria-hidden />}
            disabled={input.disabled}
            aria-expanded={open}
            aria-haspopup="dialog"
            onClick={() => setOpen(!open)}
          />
        }
      />
      {open ? (
        <Floating anchor={root} label={label} modal onClose={() => setOpen(false)}>
          <Suspense fallback={<Skeleton width={280} height={288} radius={7} />}>
            <Calendar
              value={value}
              min={min}
              max={max}
              onPick={(day) => {
                commitText(day)
                setOpen(false)
              }}
            />
          </Suspense>
        </Floating>
      ) : null}
    </div>
  )
}
