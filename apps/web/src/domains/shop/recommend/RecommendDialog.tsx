import { isCaution } from '@sukoyaka/rules/people/caution'
import { lastDeclinedAt } from '@sukoyaka/rules/people/decline'
import { findingKey } from '@sukoyaka/rules/people/product-check'
import { fullName } from '@sukoyaka/rules/person'
import type { ProductChecks } from '@sukoyaka/wire/people/product-check'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../api/call-error.ts'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Checkbox } from '../../../ui/choice/Checkbox.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { DrugAllergy } from '../../illness/dialogs/DrugAllergy.tsx'
import { useListPatientsQuery } from '../../patient/api.ts'
import { useAddRecommendationMutation, useCheckProductsQuery, useGetProductQuery, useListRecommendationsQuery } from '../api.ts'
import { CheckedRecords } from './CheckedRecords.tsx'
import { Declined } from './Declined.tsx'
import { maxReasonLength, reasonProblem } from './limits.ts'
import { PassDialog } from './PassDialog.tsx'
import { PassedNote } from './PassedNote.tsx'
import { Preview } from './Preview.tsx'
import { ProductChoice } from './ProductChoice.tsx'
import classes from './Recommend.module.css'
import { useReleasedValues, ValuesField } from './ValuesField.tsx'

type Values = { product_id: number | null; reason: string; test_result_ids: number[]; in_chat: boolean; notify_doctor: boolean }
const empty: Values = { product_id: null, reason: '', test_result_ids: [], in_chat: true, notify_doctor: true }

type Props = { patient_id: number; onClose: () => void }

/** Allergies of a patient, and the main doctor unless that is the signed-in person. */
const usePatient = (patient_id: number) => {
  const me = useAppSelector(selectMe)
  const { currentData } = useListPatientsQuery({ q: { id_eq: patient_id }, include: ['care_people', 'allergy_reactions'] })
  const doctor = currentData?.items[0]?.care_people?.find(({ main, role }) => main && role === 'doctor')?.user
  return { doctor: doctor?.id === me?.id ? undefined : doctor, reactions: currentData?.items[0]?.allergy_reactions }
}

/** What the checks found for a product, with the names of the records. */
const findingsOf = (checks: ProductChecks | undefined, product_id: number | null) => {
  const nameOf = new Map(checks?.records.map(({ kind, record_id, name }) => [`${kind}:${record_id}`, name]))
  const found = checks?.items.find((item) => item.product_id === product_id)?.findings ?? []
  return found.map((finding) => ({ ...finding, name: nameOf.get(`${finding.kind}:${finding.record_id}`) ?? '' }))
}

/** What is recommended to a patient. `seen`: what the dialog showed first; a decline that came later is seen only after a conflict has shown it. */
const useSeenRecommendations = (patient_id: number) => {
  const { currentData, refetch } = useListRecommendationsQuery({ patient_id, include: ['product', 'findings'] })
  const [first, setFirst] = useState(currentData?.items)
  const [isRenewed, setRenewed] = useState(false)
  if (!first && currentData) setFirst(currentData.items)
  const shown = currentData?.items ?? []
  const renew = () => {
    setRenewed(true)
    void refetch()
  }
  return { shown, seen: isRenewed ? shown : (first ?? []), renew }
}

type Checks = ReturnType<typeof useCheckProductsQuery>
type Seen = ReturnType<typeof useSeenRecommendations>

const useRecommendForm = ({ patient_id, onClose }: Props, checks: Checks, { seen, renew }: Seen, hasDoctor: boolean) => {
  const { t } = useTranslation('recommend')
  const [add] = useAddRecommendationMutation()
  return useForm(`recommendations/new/${patient_id}`, empty, {
    check: ({ product_id, reason }) => ({
      product_id: product_id === null && t('new.pick'),
      reason: reasonProblem(reason, t('new.reasonRequired')),
    }),
    send: ({ product_id, reason, notify_doctor, ...values }) =>
      add({
        ...{ patient_id, product_id: product_id!, reason: reason.trim(), ...values, notify_doctor: hasDoctor && notify_doctor },
        seen_findings: findingsOf(checks.currentData, product_id).map(findingKey),
        seen_declined_at: lastDeclinedAt(seen.filter((item) => item.product_id === product_id)),
      }),
    messages: { done: t('new.done'), failed: t('new.failed'), conflict: t('decline.since') },
    onFailed: (error: CallError) => {
      if (error.code === 'findings_changed' || error.code === 'product_needs_doctor') void checks.refetch()
      if (error.code === 'conflict') renew()
    },
    onClose,
  })
}

/** Recommends a product. Conflicts with medicines, supplements and allergies are shown while choosing and checked again by the server on sending. */
export function RecommendDialog({ patient_id, onClose }: Props) {
  const { t } = useTranslation('recommend')
  const language = useLanguage()
  const checks = useCheckProductsQuery({ patient_id })
  const results = useReleasedValues(patient_id)
  const { doctor, reactions } = usePatient(patient_id)
  const [q, setQ] = useState('')
  const [isPassing, setPassing] = useState(false)
  const recommended = useSeenRecommendations(patient_id)
  const form = useRecommendForm({ patient_id, onClose }, checks, recommended, doctor !== undefined)
  const { values, put, errorOf } = form
  const { product_id, reason, test_result_ids } = values
  const { currentData: product } = useGetProductQuery({ id: product_id ?? 0 }, { skip: product_id === null })
  const findings = findingsOf(checks.currentData, product_id)
  if (isPassing && product) return <PassDialog patient_id={patient_id} product={product} onClose={() => setPassing(false)} onSaved={form.close} />
  return (
    <FormDialog
      form={form}
      side
      title={t('new.title')}
      submit={t('new.submit')}
      isBlocked={!checks.currentData}
      unsaved={product_id !== null || reason !== ''}
      foot={
        product ? (
          <Button kind="ghost" style={{ marginRight: 'auto' }} onClick={() => setPassing(true)}>
            {t('pass.open')}
          </Button>
        ) : null
      }
    >
      <div className={classes.allergies}>
        <Suspense>
          <DrugAllergy reactions={reactions} />
        </Suspense>
      </div>
      <ProductChoice
        q={q}
        onSearch={setQ}
        checks={checks.currentData}
        value={product_id}
        onChange={(id) => put({ product_id: id })}
        error={errorOf('product_id')}
      />
      {product_id === null ? null : <PassedNote patient_id={patient_id} product_id={product_id} />}
      {recommended.shown
        .filter((item) => item.product_id === product_id)
        .map((item) => (
          <Declined key={item.id} recommendation={item} isOwn={false} />
        ))}
      <CheckedRecords query={checks} product_id={product_id} />
      <TextArea required label={t('new.reason')} hint={t('new.reasonHint')} maxLength={maxReasonLength} {...form.field('reason')} />
      <ValuesField options={results} value={test_result_ids} onChange={(ids) => put({ test_result_ids: ids })} error={errorOf('test_result_ids')} />
      {findings.some(isCaution) ? <Checkbox label={t('new.caution')} checked disabled readOnly /> : null}
      <Checkbox label={t('new.chat')} {...form.checkbox('in_chat')} />
      {doctor ? <Checkbox label={t('new.doctor', { name: fullName(doctor, language) })} {...form.checkbox('notify_doctor')} /> : null}
      {product ? (
        <Preview
          product={product}
          reason={reason}
          findings={findings}
          values={results.filter(({ test_result_id }) => test_result_ids.includes(test_result_id))}
        />
      ) : null}
    </FormDialog>
  )
}
