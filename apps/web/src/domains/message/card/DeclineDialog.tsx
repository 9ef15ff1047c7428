import { maxDeclineLength, maxWantedStarts } from '@sukoyaka/wire/care/message-card'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { lengthOf } from '../../../ui/form/length.ts'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useDeclineInterviewProposalMutation } from './api.ts'
import { type Start, StartFields, startErrorOf, timesOf } from './StartFields.tsx'

type Values = { starts: Start[]; body: string }
const empty: Values = { starts: [{ key: 0, day: null, time: '' }], body: '' }
const isEmpty = ({ day, time }: Start) => !day && !time.trim()

/** The patient declines all proposed times; other times and a message are optional. */
export function DeclineDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('message_card')
  const [decline] = useDeclineInterviewProposalMutation()
  const form = useForm(`interview_proposals/${id}/decline`, empty, {
    check: ({ starts, body }) => {
      const times = timesOf(starts)
      const errors = starts.map((start, at) => (isEmpty(start) ? undefined : startErrorOf(start, times[at], times.slice(0, at))))
      return {
        ...Object.fromEntries(errors.map((error, at) => [`starts.${at}`, error && t(`propose.${error}`)])),
        body: lengthOf(body) > maxDeclineLength,
      }
    },
    send: ({ starts, body }) => decline({ id, starts: timesOf(starts.filter((start) => !isEmpty(start))) as string[], ...(body.trim() && { body }) }),
    messages: { done: t('decline.sent'), failed: t('decline.failed') },
    onClose,
  })
  const { values, put, field, errorOf } = form
  return (
    <FormDialog
      form={form}
      title={t('decline.title')}
      subtitle={t('decline.subtitle')}
      unsaved={values.body !== '' || !values.starts.every(isEmpty)}
      submit={t('decline.submit')}
    >
      <StartFields phrasePrefix="decline" starts={values.starts} max={maxWantedStarts} errorOf={errorOf} onChange={(starts) => put({ starts })} />
      <TextArea label={t('decline.note')} hint={t('decline.noteHint')} maxLength={maxDeclineLength} {...field('body')} />
    </FormDialog>
  )
}
