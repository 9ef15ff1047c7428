import type { Product } from '@sukoyaka/wire/people/product'
import type { PassedProduct } from '@sukoyaka/wire/people/recommendation'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useChangePassedProductMutation, usePassProductMutation, useRemovePassedProductMutation } from '../api.ts'
import { maxReasonLength, reasonProblem } from './limits.ts'

type Props = { patient_id: number; product: Pick<Product, 'id' | 'display_name'>; onClose: () => void; onSaved: () => void }

/** Records that a product was considered and not recommended. Only staff read it. */
export function PassDialog({ patient_id, product, onClose, onSaved }: Props) {
  const { t } = useTranslation('recommend')
  const [pass] = usePassProductMutation()
  const form = useForm(
    `passed_products/${patient_id}/${product.id}`,
    { reason: '' },
    {
      check: ({ reason }) => ({ reason: reasonProblem(reason, t('new.reasonRequired')) }),
      send: ({ reason }) => pass({ patient_id, product_id: product.id, reason: reason.trim() }),
      messages: { done: t('pass.done'), failed: t('pass.failed'), text: product.display_name },
      onSaved,
      onClose,
    },
  )
  return (
    <FormDialog form={form} title={t('pass.title')} subtitle={product.display_name} submit={t('pass.submit')}>
      <TextArea data-autofocus required label={t('pass.reason')} hint={t('pass.hint')} maxLength={maxReasonLength} {...form.field('reason')} />
    </FormDialog>
  )
}

/** Corrects why a product was not recommended, or deletes the record. */
export function PassedDialog({ passed: { id, reason, updated_at, product }, onClose }: { passed: PassedProduct; onClose: () => void }) {
  const { t } = useTranslation('recommend')
  const [change] = useChangePassedProductMutation()
  const [remove] = useRemovePassedProductMutation()
  const name = product?.display_name ?? ''
  const form = useForm(
    `passed_products/${id}`,
    { reason },
    {
      version: updated_at,
      check: (entered) => ({ reason: reasonProblem(entered.reason, t('new.reasonRequired')) }),
      send: (entered, version) => change({ id, reason: entered.reason.trim(), updated_at: version }),
      messages: { done: t('edit.done'), failed: t('edit.failed'), conflict: t('edit.conflict'), text: name },
      onClose,
    },
  )
  return (
    <FormDialog
      form={form}
      title={t('pass.editTitle')}
      subtitle={name}
      removal={{
        title: t('pass.removeTitle'),
        question: t('pass.removeQuestion'),
        confirm: t('pass.remove'),
        what: name,
        send: () => remove({ id }),
        done: t('pass.removed'),
        failed: t('pass.removeFailed'),
      }}
    >
      <TextArea data-autofocus required label={t('pass.reason')} hint={t('pass.hint')} maxLength={maxReasonLength} {...form.field('reason')} />
    </FormDialog>
  )
}
