import { isDated, isDayOnly } from '@sukoyaka/rules/test-package'
import { tokyoDay, tokyoInstant } from '@sukoyaka/rules/time'
import type { Facility } from '@sukoyaka/wire/people/facility'
import { type TestPackage, testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { IconCalendarCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../../api/call-error.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { Checkbox } from '../../../../ui/choice/Checkbox.tsx'
import { formatDate, useLanguage } from '../../../../ui/date/tokyo.ts'
import { FieldMessage } from '../../../../ui/form/FieldMessage.tsx'
import { toast } from '../../../../ui/overlay/toast.ts'
import { useChangeTestPackageMutation } from '../api.ts'
import classes from '../Booking.module.css'
import { bookedMenuItems } from '../menu.ts'
import { Notice } from '../Notice.tsx'
import type { SuggestedDate } from '../suggested-dates.ts'
import { wordsOf } from '../words.ts'
import edit from './Edit.module.css'
import { SuggestedDateFields } from './SuggestedDateFields.tsx'

type Props = { checkup: TestPackage; facility: Facility | undefined; isReady: boolean; onDone: () => void }

const dateFormat = { weekday: true, time: true } as const

/** Fixes one of the patient’s suggested dates, or sets or changes the date in the calendar. */
export function DateFields({ checkup, facility, isReady, onDone }: Props) {
  const { t } = useTranslation('booking')
  const language = useLanguage()
  const [change, { isLoading }] = useChangeTestPackageMutation()
  const [notify, setNotify] = useState(true)
  /** The date chosen in the calendar; empty until one is chosen, undefined while the calendar is closed. */
  const [date, setDate] = useState<SuggestedDate[]>()
  const [ignoresCutoff, setIgnoresCutoff] = useState(false)
  const [failed, setFailed] = useState<string>()
  const [pressedId, setPressedId] = useState<number>()
  const isFixed = checkup.status === testPackageStatus.fix
  const isOpen = checkup.status !== testPackageStatus.complete
  const { change_until } = checkup
  const isLate = change_until !== null && Date.parse(change_until) < Date.now()
  const chosen = date?.[0]

  const send = async (dateChange: { tested_at: string } | { fix_suggested_datetime_id: number }, key: number) => {
    if (isLoading) return
    setFailed(undefined)
    setPressedId(key)
    const { error } = await change({
      id: checkup.id,
      updated_at: checkup.updated_at,
      ...dateChange,
      notify,
      ...(isLate && ignoresCutoff && { despite_cutoff: true }),
    })
    if (error) return setFailed(wordsOf(error as CallError))
    toast.success(t(isFixed ? 'edit.movedDone' : 'edit.fixedDone'))
    setDate(undefined)
    onDone()
  }
  const chosenInstant = chosen && tokyoInstant(chosen.day, chosen.time).toISOString()
  const sendChosen = () => chosenInstant && void send({ tested_at: chosenInstant }, 0)
  return (
    <section className={classes.section}>
      <h3>{t('edit.date')}</h3>
      {isDated(checkup) && (isFixed || !isOpen) ? (
        <p className={edit.fixed}>
          <IconCalendarCheck aria-hidden />
          {formatDate(checkup.tested_at, language, { ...dateFormat, time: !isDayOnly(checkup) })}
        </p>
      ) : (
        <SuggestedDates checkup={checkup} pending={isLoading ? pressedId : undefined} onFix={(id) => void send({ fix_suggested_datetime_id: id }, id)} />
      )}
      {isOpen && change_until ? (
        <p className={classes.none}>{t(isLate ? 'edit.late' : 'edit.until', { at: formatDate(change_until, language, dateFormat) })}</p>
      ) : null}
      {isOpen && !date ? (
        <Button kind="soft" size="small" style={{ alignSelf: 'flex-start' }} onClick={() => setDate([])}>
          {t(isFixed ? 'edit.moveOpen' : 'edit.other')}
        </Button>
      ) : null}
      {date && isReady ? (
        <>
          <CalendarFields checkup={checkup} facility={facility} value={date} onChange={setDate} />
          {isLate ? <Checkbox label={t('edit.despite')} checked={ignoresCutoff} onChange={(event) => setIgnoresCutoff(event.currentTarget.checked)} /> : null}
          <Button kind="primary" disabled={!chosen} loading={isLoading && pressedId === 0} onClick={sendChosen}>
            {t(isFixed ? 'edit.move' : 'edit.fix')}
          </Button>
        </>
      ) : null}
      {failed === undefined ? null : (
        <div role="alert">
          <FieldMessage id="date-failed">{failed}</FieldMessage>
        </div>
      )}
      {isOpen ? <DateNotice checkup={checkup} chosen={chosenInstant} value={notify} onChange={setNotify} /> : null}
    </section>
  )
}

type DateNoticeProps = { checkup: TestPackage; chosen: string | undefined; value: boolean; onChange: (notify: boolean) => void }

/** The notice of the date, previewed with it if only one can be fixed. No notice while each is past: the patient is not notified of a checkup that took place. */
function DateNotice({ checkup, chosen, value, onChange }: DateNoticeProps) {
  const isFixed = checkup.status === testPackageStatus.fix
  const dates = [...(isFixed ? [] : checkup.suggested_datetimes.map(({ datetime }) => datetime)), ...(chosen ? [chosen] : [])]
  if (!isFixed && dates.length && dates.every((instant) => Date.parse(instant) <= Date.now())) return null
  return (
    <Notice
      user_id={checkup.user_id}
      change={isFixed ? 'moved' : 'fixed'}
      isDay={isDayOnly({ ...checkup, tested_at: chosen ?? checkup.tested_at })}
      tested_at={dates.length === 1 ? dates[0] : undefined}
      value={value}
      onChange={onChange}
    />
  )
}

type CalendarProps = Pick<Props, 'checkup' | 'facility'> & { value: SuggestedDate[]; onChange: (date: SuggestedDate[]) => void }

/** One date and time from the calendar, which opens at the booked date or at the first suggested date. */
function CalendarFields({ checkup, facility, value, onChange }: CalendarProps) {
  const bookedAt = isDated(checkup) ? checkup.tested_at : checkup.suggested_datetimes[0]?.datetime
  return (
    <SuggestedDateFields
      facility={facility ?? null}
      menuItems={bookedMenuItems(facility, checkup)}
      start={bookedAt && tokyoDay(bookedAt)}
      single
      value={value}
      onChange={onChange}
    />
  )
}

function SuggestedDates({ checkup, pending, onFix }: { checkup: TestPackage; pending: number | undefined; onFix: (id: number) => void }) {
  const { t } = useTranslation('booking')
  const language = useLanguage()
  if (!checkup.suggested_datetimes.length) return <p className={classes.none}>{t('edit.noSuggestedDates')}</p>
  return (
    <ol className={edit.suggested} aria-label={t('edit.suggestedDates')}>
      {checkup.suggested_datetimes.map(({ id, datetime }, at) => {
        const name = t('suggestedDate.nth', { number: at + 1 })
        const day = formatDate(datetime, language, { weekday: true, time: true, year: false })
        return (
          <li key={id}>
            <span className={classes.none}>{name}</span>
            <b>{day}</b>
            <Button
              kind={at ? 'secondary' : 'primary'}
              size="small"
              loading={pending === id}
              onClick={() => onFix(id)}
              aria-label={t('edit.fixNamed', { name, day })}
            >
              {t('edit.fix')}
            </Button>
          </li>
        )
      })}
    </ol>
  )
}
