import type { Recommendation } from '@sukoyaka/wire/people/recommendation'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { lengthOf } from '../../../ui/form/length.ts'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useChangeRecommendationMutation, useRemoveRecommendationMutation } from '../api.ts'
import { maxReasonLength } from './limits.ts'

/** Changes the reason of a recommendation, or withdraws it. */
export function ReasonDialog({ recommendation, onClose }: { recommendation: Recommendation; onClose: () => void }) {
  const { t } = useTranslation('recommend')
  const [change] = useChangeRecommendationMutation()
  const [remove] = useRemoveRecommendationMutation()
  const { id, reason, updated_at, product } = recommendation
  const name = product?.display_name ?? ''
  const form = useForm(
    `recommendations/${id}`,
    { reason },
    {
      version: updated_at,
      check: (values) => ({ reason: (!values.reason.trim() && t('new.reasonRequired')) || lengthOf(values.reason) > maxReasonLength }),
      send: (values, version) => change({ id, reason: values.reason.trim(), updated_at: version }),
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
    </FormDialog>
  )
}
