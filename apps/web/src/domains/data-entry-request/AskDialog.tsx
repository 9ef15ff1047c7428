import { tokyoDay } from '@sukoyaka/rules/time'
import type { DataEntryRequest } from '@sukoyaka/wire/record/data-entry-request'
import { questionnaireParts } from '@sukoyaka/wire/record/questionnaire'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { useFormDraft } from '../../api/form-drafts.ts'
import { DatePicker } from '../../ui/date/DatePicker.tsx'
import { SubmitButtons } from '../../ui/form/SubmitButtons.tsx'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { Chips } from '../../ui/layout/Chips.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import classes from './AskQuestionnaire.module.css'
import { useAddDataEntryRequestMutation } from './api.ts'

/** Questionnaire request: parts, due date, note, and a preview of the mail. */
export function DataEntryRequestDialog({ user_id, before, onClose }: { user_id: number; before?: DataEntryRequest; onClose: () => void }) {
  const { t } = useTranslation(['data_entry_request', 'common'])
  // the mail is always in Japanese, whatever the sender's language
  const { t: letter } = useTranslation('mail', { lng: 'ja' })
  const { value, put, forget } = useFormDraft(`data_entry_requests/${user_id}`, {
    parts: before?.parts ?? [...questionnaireParts],
    due_on: before?.due_on ?? null,
    note: before?.note ?? '',
  })
  const { parts, due_on, note } = value
  const [add, { isLoading, error }] = useAddDataEntryRequestMutation()
  const callError = error as CallError | undefined
  const leave = () => {
    forget()
    onClose()
  }
  const submit = async () => {
    if (isLoading || !parts.length) return
    const { error: failed } = await add({ patient_id: user_id, kind: 'questionnaire', parts, due_on, note })
    if (failed) {
      if (!(failed as CallError).fields) toast.error(t('data_entry_request:failed'), { text: (failed as CallError).error })
      return
    }
    toast.success(t('data_entry_request:sent'))
    leave()
  }
  return (
    <Dialog
      title={t('data_entry_request:title')}
      subtitle={t('data_entry_request:subtitle')}
      width={640}
      onClose={leave}
      onSubmit={() => void submit()}
      unsaved={note !== (before?.note ?? '')}
      footer={(close) => <SubmitButtons label={t('data_entry_request:submit')} isBusy={isLoading} isBlocked={!parts.length} onCancel={close} />}
    >
      <div className={classes.fields}>
        <Chips
          many
          label={t('data_entry_request:parts')}
          options={questionnaireParts.map((value) => ({ value, label: t(`data_entry_request:part.${value}`) }))}
          value={parts}
          onChange={(next) => put({ parts: next })}
        />
        <DatePicker
          label={t('data_entry_request:due')}
          value={due_on}
          onChange={(next) => put({ due_on: next })}
          min={tokyoDay(new Date())}
          error={callError?.fields?.due_on?.[0]}
        />
        <TextArea
          label={t('data_entry_request:note')}
          hint={t('data_entry_request:noteHint')}
          maxLength={1000}
          value={note}
          onChange={(next) => put({ note: next })}
          error={callError?.fields?.note?.[0]}
        />
        <section className={classes.preview}>
          <h3>{t('data_entry_request:preview')}</h3>
          <div lang="ja">
            <p className={classes.subject}>{letter('asked.subject')}</p>
            <p className={classes.text}>{letter('asked.text', { link: t('data_entry_request:linkPlace') })}</p>
          </div>
        </section>
      </div>
    </Dialog>
  )
}
