import type { Recommendation } from '@sukoyaka/wire/people/recommendation'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useChangeRecommendationMutation, useRemoveRecommendationMutation } from '../api.ts'
import { maxReasonLength, reasonProblem } from './limits.ts'
import { useReleasedValues, ValuesField } from './ValuesField.tsx'

/** Changes the reason of a recommendation and the results given with it, or withdraws the recommendation. */
export function ReasonDialog({ recommendation, onClose }: { recommendation: Recommendation; onClose: () => void }) {
  const { t } = useTranslation('recommend')
  const [change] = useChangeRecommendationMutation()
  const [remove] = useRemoveRecommendationMutation()
  const { id, patient_id, reason, values, updated_at, product } = recommendation
  const released = useReleasedValues(patient_id)
  const name = product?.display_name ?? ''
  const form = useForm(
    `recommendations/${id}`,
    { reason, test_result_ids: values.map(({ test_result_id }) => test_result_id) },
    {
      version: updated_at,
      check: (entered) => ({ reason: reasonProblem(entered.reason, t('new.reasonRequired')) }),
      send: (entered, version) => change({ id, reason: entered.reason.trim(), test_result_ids: entered.test_result_ids, updated_at: version }),
      messages: { done: t('edit.done'), failed: t('edit.failed'), conflict: t('edit.conflict'), text: name },
      onClose,
    },
  )
  return (
    <FormDialog
      form={form}
      title={t('edit.title')}
      subtitle={name}
      removal={{
        open: t('edit.remove'),
        title: t('edit.removeTitle'),
        question: t('edit.removeQuestion'),
        confirm: t('edit.remove'),
        what: name,
        send: () => remove({ id }),
        done: t('edit.removed'),
        failed: t('edit.removeFailed'),
      }}
    >
      <TextArea data-autofocus required label={t('new.reason')} hint={t('new.reasonHint')} maxLength={maxReasonLength} {...form.field('reason')} />
      <ValuesField
        options={[...released, ...values.filter(({ test_result_id }) => !released.some((result) => result.test_result_id === test_result_id))]}
        value={form.values.test_result_ids}
        onChange={(test_result_ids) => form.put({ test_result_ids })}
        error={form.errorOf('test_result_ids')}
      />
    </FormDialog>
  )
}
