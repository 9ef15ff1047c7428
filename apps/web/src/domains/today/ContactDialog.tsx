import { isReached } from '@sukoyaka/rules/boards/today'
import { formatPhone, fullName } from '@sukoyaka/rules/person'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { TodayItem } from '@sukoyaka/wire/boards/today'
import { type ContactOutcome, contactOutcomes, type UrgentSection } from '@sukoyaka/wire/boards/urgent-contact'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { RadioCards } from '../../ui/choice/RadioCards.tsx'
import { DatePicker } from '../../ui/date/DatePicker.tsx'
import { typedInstant } from '../../ui/date/hour.ts'
import { formatTime, useLanguage } from '../../ui/date/tokyo.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { save } from '../../ui/form/save.ts'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { type Assignee, AssigneeField } from '../task/AssigneeField.tsx'
import { useAddUrgentContactMutation, useLazyListTodaySectionQuery, useRemoveUrgentContactMutation } from './api.ts'
import classes from './ContactDialog.module.css'
import { Contacts } from './Contacts.tsx'
import { Findings } from './Findings.tsx'
import { ValueChanges } from './ValueChanges.tsx'

const maxNoteLength = 1000

type Draft = { outcome: ContactOutcome | null; handed_to: Assignee; by: Assignee; day: string | null; time: string; note: string }

/**
 * The row as the user has seen it, whose version is sent: after a change while the user calls and writes, the record is rejected once. `reload` then shows
 * the row as it is now. `before`: the row that it replaced. `hasLeft`: the row is no longer in its section.
 */
const useSeenRow = (opened: TodayItem) => {
  const [list] = useLazyListTodaySectionQuery()
  const [item, setItem] = useState(opened)
  const [before, setBefore] = useState<TodayItem>()
  const [hasLeft, setLeft] = useState(false)
  const reload = async () => {
    const { section, patient, subject_id } = opened
    for (let page: number | null = 1; page !== null; ) {
      const { data } = await list({ section, scope: 'all', page })
      if (!data) return
      const current = data.items.find((row) => row.patient.id === patient.id && row.subject_id === subject_id)
      if (current) {
        setLeft(false)
        setBefore(item)
        return setItem(current)
      }
      page = data.next_page
    }
    setLeft(true)
  }
  return { item, before, hasLeft, reload }
}

/** Records a contact about the critical values of a row. The row stays until the patient was reached. */
export function ContactDialog({ item: opened, onClose }: { item: TodayItem; onClose: () => void }) {
  const { t } = useTranslation('today')
  const { item, before, hasLeft, reload } = useSeenRow(opened)
  const form = useContactForm(item, { onConflict: () => void reload(), onClose })
  const { values, field } = form
  return (
    <FormDialog
      form={form}
      title={t('contact.title')}
      patient={item.patient}
      width={640}
      submit={t('contact.save')}
      theirs={hasLeft ? <p>{t('contact.left')}</p> : before ? <ValueChanges before={before} after={item} /> : null}
    >
      <CriticalValues item={item} />
      <RadioCards
        label={t('contact.outcome')}
        columns={2}
        cards={contactOutcomes.map((value) => ({ value, title: t(`contact.outcome.${value}`), text: t(`contact.hint.${value}`) }))}
        {...field('outcome')}
      />
      {values.outcome === 'handed_over' ? <AssigneeField label={t('contact.handed_to')} {...field('handed_to')} /> : null}
      <TextArea label={t('contact.note')} hint={t('contact.noteHint')} maxLength={maxNoteLength} rows={2} lang="ja" {...field('note')} />
      <div className={classes.when}>
        <AssigneeField label={t('contact.by')} {...field('by')} />
        <DatePicker label={t('contact.day')} max={tokyoDay(new Date())} required {...field('day')} />
        <TextInput label={t('contact.time')} required inputMode="numeric" autoComplete="off" maxLength={8} {...field('time')} />
      </div>
    </FormDialog>
  )
}

/** The critical values, earlier attempts and, until the patient has been told of all these values, the phone number. */
function CriticalValues({ item }: { item: TodayItem }) {
  const { t } = useTranslation('today')
  const { findings, phone_number, contacts } = item
  const serious = findings.filter(({ is_serious }) => is_serious)
  return (
    <section className={classes.known} aria-label={t('contact.values')}>
      {item.section === 'waiting_release' ? (
        <p className={classes.checkup} lang={item.name ? 'ja' : undefined}>
          {item.name || t('why.checkup')}
        </p>
      ) : null}
      <Findings item={{ ...item, findings: serious, count: item.serious_count }} withDays />
      {item.untold_count ? (
        <p className={classes.phone}>
          {phone_number ? (
            <>
              {t('contact.phone')} <a href={`tel:${phone_number}`}>{formatPhone(phone_number)}</a>
            </>
          ) : (
            t('contact.noPhone')
          )}
        </p>
      ) : null}
      <Contacts contacts={contacts} />
    </section>
  )
}

const useContactForm = (item: TodayItem, { onConflict, onClose }: { onConflict: () => void; onClose: () => void }) => {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const me = useAppSelector(selectMe)
  const [add] = useAddUrgentContactMutation()
  const undo = useUndo()
  const [opened] = useState(() => new Date())
  const { patient, subject_id, version } = item
  const section = item.section as UrgentSection
  const initial: Draft = {
    outcome: null,
    handed_to: { text: '', id: null },
    by: me ? { text: fullName(me, language), id: me.id } : { text: '', id: null },
    day: tokyoDay(opened),
    time: formatTime(opened.toISOString()),
    note: '',
  }
  return useForm(`urgent_contacts/${patient.id}/${section}/${subject_id}`, initial, {
    check: ({ outcome, handed_to, by, day, time, note }) => {
      const at = typedInstant(day, time)
      return {
        outcome: outcome ? undefined : t('contact.outcomeMissing'),
        handed_to: outcome === 'handed_over' && handed_to.id === null ? t('contact.handedMissing') : undefined,
        note: [...note].length > maxNoteLength,
        by: by.id === null ? t('contact.byMissing') : undefined,
        time: !at ? t('contact.timeMissing') : Date.parse(at) > Date.now() ? t('contact.future') : undefined,
      }
    },
    send: ({ outcome, handed_to, by, day, time, note }) =>
      add({
        user_id: patient.id,
        section,
        subject_id,
        version,
        outcome: outcome!,
        contacted_at: typedInstant(day, time)!,
        contacted_by: by.id!,
        note: note.trim(),
        ...(outcome === 'handed_over' && { handed_to: handed_to.id }),
      }),
    messages: { failed: t('contact.failed') },
    onFailed: ({ code }) => code === 'conflict' && onConflict(),
    names: { contacted_at: 'time', contacted_by: 'by' },
    onSaved: ({ id, outcome }) =>
      toast.success(t(isReached(outcome) ? 'review.done' : 'contact.saved'), { text: fullName(patient, language), onUndo: () => undo(id) }),
    onClose,
  })
}

const useUndo = () => {
  const { t } = useTranslation('today')
  const [remove] = useRemoveUrgentContactMutation()
  return (id: number) => void save(() => remove({ id }), { done: t('contact.removed'), failed: t('contact.removeFailed') })
}
