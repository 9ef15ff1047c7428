import { tokyoDay } from '@sukoyaka/rules/time'
import type { DataEntryRequest } from '@sukoyaka/wire/record/data-entry-request'
import { questionnaireParts } from '@sukoyaka/wire/record/questionnaire'
import { useTranslation } from 'react-i18next'
import { DatePicker } from '../../ui/date/DatePicker.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { lengthOf } from '../../ui/form/length.ts'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Chips } from '../../ui/layout/Chips.tsx'
import { useAddDataEntryRequestMutation } from './api.ts'
import classes from './RequestQuestionnaireButton.module.css'

const maxNoteLength = 1000

/** Asks a patient for a questionnaire: parts, due date, note, and a preview of the mail. The values of an open request are prefilled. */
export function DataEntryRequestDialog({
  user_id,
  openRequest,
  onClose,
}: {
  user_id: number
  openRequest?: DataEntryRequest | undefined
  onClose: () => void
}) {
  const { t } = useTranslation('data_entry_request')
  // the mail is always in Japanese, whatever the sender's language
  const { t: letter } = useTranslation('mail', { lng: 'ja' })
  const first = { parts: openRequest?.parts ?? [...questionnaireParts], due_on: openRequest?.due_on ?? null, note: openRequest?.note ?? '' }
  const [add] = useAddDataEntryRequestMutation()
  const form = useForm(`data_entry_requests/${user_id}`, first, {
    check: ({ note }) => ({ note: lengthOf(note) > maxNoteLength }),
    send: (values) => add({ patient_id: user_id, kind: 'questionnaire', ...values }),
    messages: { done: t('sent'), failed: t('failed') },
    onClose,
  })
  return (
    <FormDialog form={form} title={t('title')} subtitle={t('subtitle')} width={640} submit={t('submit')} isBlocked={!form.values.parts.length}>
      <Chips many label={t('parts')} options={questionnaireParts.map((value) => ({ value, label: t(`part.${value}`) }))} {...form.field('parts')} />
      <DatePicker label={t('due')} min={tokyoDay(new Date())} {...form.field('due_on')} />
      <TextArea label={t('note')} hint={t('noteHint')} maxLength={maxNoteLength} {...form.field('note')} />
      <section className={classes.preview}>
        <h3>{t('preview')}</h3>
        <div lang="ja">
          <p className={classes.subject}>{letter('asked.subject')}</p>
          <p className={classes.text}>{letter('asked.text', { link: t('linkPlace') })}</p>
        </div>
      </section>
    </FormDialog>
  )
}
