import { tokyoDay } from '@sukoyaka/rules/time'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { DatePicker } from '../../../ui/date/DatePicker.tsx'
import { typedInstant } from '../../../ui/date/hour.ts'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import classes from './Card.module.css'

export type Start = { key: number; day: string | null; time: string }
type StartError = 'missing' | 'unreadable' | 'past' | 'repeated'

export const timesOf = (starts: readonly Start[]) => starts.map(({ day, time }) => typedInstant(day, time))
export const startErrorOf = ({ day, time }: Start, at: string | undefined, others: readonly (string | undefined)[]): StartError | undefined => {
  if (!day || !time.trim()) return 'missing'
  if (!at) return 'unreadable'
  if (Date.parse(at) <= Date.now()) return 'past'
  return others.includes(at) ? 'repeated' : undefined
}

type Props = {
  /** Prefix of the phrases. */
  phrasePrefix: 'propose' | 'decline'
  starts: Start[]
  max: number
  errorOf: (name: string) => string | undefined
  onChange: (starts: Start[]) => void
  noteOf?: (at: string | undefined) => ReactNode
}

/** One row per proposed time, with its day and start. `noteOf`: what is shown below a row that has no error. */
export function StartFields({ phrasePrefix, starts, max, errorOf, onChange, noteOf }: Props) {
  const { t } = useTranslation('message_card')
  const changeStart = (key: number, change: Partial<Start>) => onChange(starts.map((start) => (start.key === key ? { ...start, ...change } : start)))
  const error = errorOf('starts')
  return (
    <>
      {starts.map((start, at) => {
        const invalid = errorOf(`starts.${at}`) ? { 'aria-invalid': true, 'aria-describedby': `start-${start.key}` } : {}
        return (
          <fieldset key={start.key} className={classes.rows} data-error={errorOf(`starts.${at}`)}>
            <legend>{t(`${phrasePrefix}.start`, { count: at + 1 })}</legend>
            <div className={classes.row}>
              <DatePicker
                label={t('propose.day')}
                value={start.day}
                onChange={(day) => changeStart(start.key, { day })}
                min={tokyoDay(new Date())}
                {...invalid}
              />
              <TextInput
                label={t('propose.time')}
                inputMode="numeric"
                autoComplete="off"
                value={start.time}
                onChange={(event) => changeStart(start.key, { time: event.currentTarget.value })}
                {...invalid}
              />
              {starts.length > 1 ? (
                <IconButton
                  label={t(`${phrasePrefix}.remove`, { count: at + 1 })}
                  icon={<IconX aria-hidden />}
                  onClick={() => onChange(starts.filter(({ key }) => key !== start.key))}
                />
              ) : null}
            </div>
            {errorOf(`starts.${at}`) ? (
              <FieldMessage id={`start-${start.key}`}>{errorOf(`starts.${at}`)}</FieldMessage>
            ) : (
              noteOf?.(typedInstant(start.day, start.time))
            )}
          </fieldset>
        )
      })}
      {error ? <FieldMessage id="starts-refused">{error}</FieldMessage> : null}
      {starts.length < max ? (
        <div>
          <Button
            kind="ghost"
            size="small"
            icon={<IconPlus aria-hidden />}
            onClick={() => onChange([...starts, { key: Math.max(...starts.map(({ key }) => key)) + 1, day: null, time: starts.at(-1)!.time }])}
          >
            {t(`${phrasePrefix}.add`)}
          </Button>
        </div>
      ) : null}
    </>
  )
}
