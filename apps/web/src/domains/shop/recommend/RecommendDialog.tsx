import { findingKey } from '@sukoyaka/rules/people/product-check'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../api/call-error.ts'
import { Checkbox } from '../../../ui/choice/Checkbox.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { lengthOf } from '../../../ui/form/length.ts'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useAddRecommendationMutation, useCheckProductsQuery } from '../api.ts'
import { CheckedRecords, DrugAllergies } from './CheckedRecords.tsx'
import { maxReasonLength } from './limits.ts'
import { ProductChoice } from './ProductChoice.tsx'

type Values = { product_id: number | null; reason: string; in_chat: boolean }
const empty: Values = { product_id: null, reason: '', in_chat: true }

type Props = { patient_id: number; onClose: () => void }

/** Recommends a product. Medicines, supplements and allergies that it touches are shown while choosing and compared again when it is sent. */
export function RecommendDialog({ patient_id, onClose }: Props) {
  const { t } = useTranslation('recommend')
  const [add] = useAddRecommendationMutation()
  const checks = useCheckProductsQuery({ patient_id })
  const [q, setQ] = useState('')
  const form = useForm(`recommendations/new/${patient_id}`, empty, {
    check: ({ product_id, reason }) => ({
      product_id: product_id === null && t('new.pick'),
      reason: (!reason.trim() && t('new.reasonRequired')) || lengthOf(reason) > maxReasonLength,
    }),
    send: ({ product_id, reason, in_chat }) => {
      const seen = checks.currentData?.items.find((item) => item.product_id === product_id)?.findings ?? []
      return add({ patient_id, product_id: product_id!, reason: reason.trim(), in_chat, seen_findings: seen.map(findingKey) })
    },
    messages: { done: t('new.done'), failed: t('new.failed') },
    onFailed: (error: CallError) => {
      if (error.code === 'findings_changed' || error.code === 'product_needs_doctor') void checks.refetch()
    },
    onClose,
  })
  const { values, put, errorOf } = form
  return (
    <FormDialog
      form={form}
      side
      title={t('new.title')}
      submit={t('new.submit')}
      isBlocked={!checks.currentData}
      unsaved={values.product_id !== null || values.reason !== ''}
    >
      <DrugAllergies checks={checks.currentData} />
      <ProductChoice
        q={q}
        onSearch={setQ}
        checks={checks.currentData}
        value={values.product_id}
        onChange={(product_id) => put({ product_id })}
        error={errorOf('product_id')}
      />
      <CheckedRecords query={checks} product_id={values.product_id} />
      <TextArea required label={t('new.reason')} hint={t('new.reasonHint')} maxLength={maxReasonLength} {...form.field('reason')} />
      <Checkbox label={t('new.chat')} {...form.checkbox('in_chat')} />
    </FormDialog>
  )
}
