import { formatPeriod } from '@sukoyaka/rules/partial-day'
import type { PastIllness } from '@sukoyaka/wire/record/illness'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parsePartialDay, showDay } from '../../../ui/date/day.ts'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { lengthOf } from '../../../ui/form/length.ts'
import { PartialDayInput } from '../../../ui/form/PartialDayInput.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { useAddPastIllnessMutation, useChangePastIllnessMutation, useRemovePastIllnessMutation } from '../api.ts'
import { HistoryList, latestRow } from '../HistoryList.tsx'
import { useDayError } from '../use-day-error.ts'
import { nameOf } from '../words.ts'
import type { ChosenDisease, DiseaseField, OpenView } from './disease-field.ts'

const maxMemoLength = 2000

type Props = {
  user_id: number
  illnesses: PastIllness[]
  DiseaseField: DiseaseField
  view: OpenView<PastIllness>
  onView: (view: OpenView<PastIllness> | undefined) => void
}

export function PastIllnessDialog({ user_id, illnesses, DiseaseField, view, onView }: Props) {
  const language = useLanguage()
  if (view !== 'list')
    return (
      <Form
        key={view === 'new' ? view : view.id}
        user_id={user_id}
        illness={latestRow(illnesses, view)}
        DiseaseField={DiseaseField}
        onView={onView}
        isOnly={!illnesses.length}
      />
    )
  return (
    <HistoryList
      section="past"
      items={illnesses}
      onView={onView}
      entry={({ disease, diagnosed_on, recovered_on, detail }) => ({
        title: nameOf(disease),
        lang: recordLang(nameOf(disease), language),
        lines: [formatPeriod(diagnosed_on, recovered_on, language), detail],
      })}
    />
  )
}

type Draft = ChosenDisease & { diagnosed_on: string; recovered_on: string; detail: string }

const draftOf = (illness?: PastIllness): Draft => ({
  text: nameOf(illness?.disease),
  disease: illness?.disease ?? null,
  diagnosed_on: showDay(illness?.diagnosed_on ?? null),
  recovered_on: showDay(illness?.recovered_on ?? null),
  detail: illness?.detail ?? '',
})

type FormProps = Omit<Props, 'illnesses' | 'view'> & { illness?: PastIllness; isOnly: boolean }

function Form({ user_id, illness, DiseaseField, onView, isOnly }: FormProps) {
  const { t } = useTranslation('illness')
  const dayError = useDayError()
  const [isCreatingDisease, setIsCreatingDisease] = useState(false)
  const [add] = useAddPastIllnessMutation()
  const [change] = useChangePastIllnessMutation()
  const [remove] = useRemovePastIllnessMutation()
  const first = draftOf(illness)
  const form = useForm(`past_illnesses/${user_id}/${illness?.id ?? 'new'}`, first, {
    version: illness?.updated_at,
    groups: [['text', 'disease']],
    check: ({ disease, diagnosed_on, recovered_on, detail }) => ({
      disease: disease ? undefined : t('disease.missing'),
      diagnosed_on: dayError(diagnosed_on),
      recovered_on: dayError(recovered_on, diagnosed_on),
      detail: lengthOf(detail) > maxMemoLength,
    }),
    send: ({ disease, diagnosed_on, recovered_on, detail }, updated_at) => {
      const row = {
        disease_id: disease!.id,
        diagnosed_on: parsePartialDay(diagnosed_on),
        recovered_on: parsePartialDay(recovered_on),
        detail: detail.trim(),
        optimisticFields: { disease },
      }
      return illness ? change({ id: illness.id, updated_at, ...row }) : add({ user_id, ...row })
    },
    messages: ({ disease }) => ({ done: t('past.saved'), failed: t('past.failed'), text: disease?.display_name }),
    names: { disease_id: 'disease' },
    onClose: () => onView(isOnly ? undefined : 'list'),
    onReopen: () => onView(illness ?? 'new'),
  })
  return (
    <FormDialog
      form={form}
      title={t(illness ? 'past.change' : 'past.add')}
      isBlocked={isCreatingDisease}
      removal={
        illness && {
          title: t('past.remove'),
          question: t('past.removeAsk'),
          confirm: t('past.removeConfirm'),
          what: first.text,
          send: () => remove({ id: illness.id }),
          done: t('past.removed'),
          failed: t('past.removeFailed'),
        }
      }
    >
      <DiseaseField
        text={form.values.text}
        disease={form.values.disease}
        onChange={form.put}
        error={form.errorOf('disease')}
        onCreating={setIsCreatingDisease}
      />
      <PartialDayInput label={t('past.diagnosed_on')} hint {...form.field('diagnosed_on')} />
      <PartialDayInput label={t('past.recovered_on')} {...form.field('recovered_on')} />
      <TextArea label={t('past.detail')} maxLength={maxMemoLength} {...form.field('detail')} />
    </FormDialog>
  )
}
