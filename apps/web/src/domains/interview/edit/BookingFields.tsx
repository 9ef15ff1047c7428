import { defaultMinutes } from '@sukoyaka/rules/care/interview'
import { parseTypedTime } from '@sukoyaka/rules/day-text'
import { interviewKinds } from '@sukoyaka/wire/care/interview'
import { IconClock, IconLink, IconMapPin, IconVideo } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../../ui/choice/Checkbox.tsx'
import { Segmented } from '../../../ui/choice/Segmented.tsx'
import { SelectField } from '../../../ui/choice/SelectField.tsx'
import { DatePicker } from '../../../ui/date/DatePicker.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import type { Form } from '../../../ui/form/use-form.ts'
import { useGetInterviewQuotaQuery, useInterviewFacilitiesQuery } from '../api.ts'
import { addMinutes, type Draft } from './draft.ts'
import classes from './Fields.module.css'
import { ParticipantsField } from './PersonFields.tsx'

type Facility = { id: number; display_name: string }
type Props = {
  form: Pick<Form<Draft>, 'values' | 'put' | 'field' | 'checkbox'>
  user_id: number | undefined
  /** The saved facility, which may no longer be listed. */
  facility?: Facility | null
  /** Status field, shown only when an existing interview is edited. */
  statusField?: ReactNode
  isLocked?: boolean
  /** Whether the meeting URL has a hint: false once the interview is cancelled, done or over. */
  showsUrlHint?: boolean
}

export function BookingFields({ form, user_id, facility, statusField, isLocked = false, showsUrlHint = true }: Props) {
  const { t } = useTranslation('interviews')
  const { values: draft, field } = form
  const { data: facilities } = useInterviewFacilitiesQuery({})
  const listed = facilities?.items ?? []
  const isOnline = draft.meeting_type === 'online'
  // an interview in person keeps its URL, and the field stays while it is emptied
  const [hadUrl, setHadUrl] = useState(false)
  if (draft.meeting_url && !hadUrl) setHadUrl(true)
  return (
    <fieldset className={classes.fields} disabled={isLocked} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <div className={classes.choice}>
        <span aria-hidden="true">{t('kind')}</span>
        <div className={classes.segments}>
          <Segmented label={t('kind')} options={interviewKinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))} {...field('kind')} />
        </div>
      </div>
      <TextInput label={t('name')} maxLength={100} autoComplete="off" {...field('name')} />
      <TimeFields form={form} />
      <ParticipantsField {...field('participants')} />
      <MeetingTypeField form={form} />
      {isOnline || hadUrl ? <MeetingUrlField form={form} showsHint={showsUrlHint} /> : null}
      <div className={classes.pair}>
        {isOnline ? null : <PlaceFields form={form} facilities={facility && !listed.some(({ id }) => id === facility.id) ? [facility, ...listed] : listed} />}
        {statusField}
      </div>
      <IncludedInPlanField form={form} user_id={user_id} />
    </fieldset>
  )
}

type FormProps = Pick<Props, 'form'>

/** Day and times. A new start keeps the length, up to 23:59; without a valid length the default of the kind applies. */
function TimeFields({ form: { values: draft, put, field } }: FormProps) {
  const { t } = useTranslation('interviews')
  const startAt = (from: string) => {
    const length = minutesBetween(draft) ?? defaultMinutes[draft.kind]
    put({ from, to: addMinutes(from, length) ?? draft.to })
  }
  return (
    <div className={classes.row}>
      <DatePicker label={t('day')} required {...field('day')} />
      <TextInput
        label={t('from')}
        required
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        {...field('from')}
        onChange={(event) => (parseTypedTime(event.currentTarget.value) ? startAt(event.currentTarget.value) : put({ from: event.currentTarget.value }))}
        right={<IconClock className={classes.mark} size={18} aria-hidden />}
      />
      <TextInput
        label={t('to')}
        required
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        {...field('to')}
        right={<IconClock className={classes.mark} size={18} aria-hidden />}
      />
    </div>
  )
}

function MeetingTypeField({ form: { field } }: FormProps) {
  const { t } = useTranslation('interviews')
  return (
    <div className={classes.choice}>
      <span aria-hidden="true">{t('way')}</span>
      <div className={classes.way}>
        <Segmented
          label={t('way')}
          options={[
            { value: 'online', label: <MeetingTypeOption icon={<IconVideo size={18} aria-hidden />} word={t('way.online')} /> },
            { value: 'other', label: <MeetingTypeOption icon={<IconMapPin size={18} aria-hidden />} word={t('way.other')} /> },
          ]}
          {...field('meeting_type')}
        />
      </div>
    </div>
  )
}

function MeetingUrlField({ form: { field }, showsHint }: FormProps & { showsHint: boolean }) {
  const { t } = useTranslation('interviews')
  return (
    <TextInput
      label={t('url')}
      inputMode="url"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={1000}
      {...field('meeting_url')}
      hint={showsHint ? t('urlHint') : undefined}
      right={<IconLink className={classes.mark} size={18} aria-hidden />}
    />
  )
}

type PlaceProps = FormProps & { facilities: readonly Facility[] }

function PlaceFields({ form: { values: draft, put, field }, facilities }: PlaceProps) {
  const { t } = useTranslation('interviews')
  return (
    <>
      <SelectField label={t('facility')} value={String(draft.facility_id ?? '')} onChange={(value) => put({ facility_id: value ? Number(value) : null })}>
        <option value="">{t('facility.none')}</option>
        {facilities.map(({ id, display_name }) => (
          <option key={id} value={id}>
            {display_name}
          </option>
        ))}
      </SelectField>
      <TextInput label={t('location')} maxLength={200} autoComplete="off" {...field('location')} />
    </>
  )
}

function MeetingTypeOption({ icon, word }: { icon: ReactNode; word: string }) {
  return (
    <span className={classes.option}>
      {icon}
      {word}
    </span>
  )
}

const minutesBetween = ({ from, to }: Pick<Draft, 'from' | 'to'>) => {
  const [a, b] = [parseTypedTime(from), parseTypedTime(to)]
  if (!a || !b) return undefined
  const minutesOfDay = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  return minutesOfDay(b) > minutesOfDay(a) ? minutesOfDay(b) - minutesOfDay(a) : undefined
}

/** The plan quota counts per contract year, so it is queried for the selected day. */
function IncludedInPlanField({ form: { values: draft, checkbox }, user_id }: Pick<Props, 'form' | 'user_id'>) {
  const { t } = useTranslation('interviews')
  const queryArgs = { user_id: user_id ?? 0, ...(draft.day && { on: draft.day }) }
  const { currentData } = useGetInterviewQuotaQuery(queryArgs, { skip: user_id === undefined })
  if (!currentData) return null
  const { from, left, allowed } = currentData
  const isUsedUp = left === 0 && !draft.included_in_plan
  if (allowed === 0 && !draft.included_in_plan) return null
  return (
    <div className={classes.included}>
      <Checkbox label={t('included')} disabled={isUsedUp} {...checkbox('included_in_plan')} />
      <span className={classes.left}>{from === null ? t('quota.noContract') : t('quota.left', { left, allowed })}</span>
    </div>
  )
}
