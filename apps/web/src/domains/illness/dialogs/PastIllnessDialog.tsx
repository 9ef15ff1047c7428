import { canFollow, formatPeriod, validatePastDay } from '@sukoyaka/rules/partial-day'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { PastIllness } from '@sukoyaka/wire/record/illness'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parsePartialDay, showDay } from '../../../ui/date/day.ts'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { lengthOf } from '../../../ui/form/length.ts'
import { PartialDayInput } from '../../../ui/form/PartialDayInput.tsx'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { useRecordForm } from '../../../ui/form/use-record-form.ts'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { useAddPastIllnessMutation, useChangePastIllnessMutation, useRemovePastIllnessMutation } from '../api.ts'
import { HistoryList } from '../HistoryList.tsx'
import { useDayWords } from '../use-day-words.ts'
import { nameOf } from '../words.ts'
import type { At, ChosenDisease, DiseaseField } from './disease-field.ts'

const maxMemoLength = 2000

type Props = { user_id: number; illnesses: PastIllness[]; DiseaseField: DiseaseField; at: At; onAt: (at: At | undefined) => void }

export function PastIllnessDialog({ user_id, illnesses, DiseaseField, at, onAt }: Props) {
  const language = useLanguage()
  if (at !== 'list')
    return (
      <Form key={at} user_id={user_id} illness={illnesses.find(({ id }) => id === at)} DiseaseField={DiseaseField} onAt={onAt} isOnly={!illnesses.length} />
    )
  return (
    <HistoryList
      section="past"
      items={illnesses}
      onAt={onAt}
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

type FormProps = Omit<Props, 'illnesses' | 'at'> & { illness?: PastIllness; isOnly: boolean }

function Form({ user_id, illness, DiseaseField, onAt, isOnly }: FormProps) {
  const { t } = useTranslation('illness')
  const wordsOf = useDayWords()
  const first = draftOf(illness)
  const { draft, put, dialogProps, showErrors, shownError, submitChange, submitRemoval } = useRecordForm<Draft>(
    `past_illnesses/${user_id}/${illness?.id ?? 'new'}`,
    first,
    {
      onLeave: () => onAt(isOnly ? undefined : 'list'),
      onRejected: () => onAt(illness?.id ?? 'new'),
    },
  )
  const [isCreatingDisease, setIsCreatingDisease] = useState(false)
  const [add] = useAddPastIllnessMutation()
  const [change] = useChangePastIllnessMutation()
  const [remove] = useRemovePastIllnessMutation()

  const [diagnosed_on, recovered_on] = [parsePartialDay(draft.diagnosed_on), parsePartialDay(draft.recovered_on)]
  const today = tokyoDay(new Date())
  const errors = {
    disease: draft.disease ? undefined : t('disease.missing'),
    diagnosed_on: wordsOf(diagnosed_on === undefined ? 'format' : validatePastDay(diagnosed_on, today)),
    recovered_on: wordsOf(
      recovered_on === undefined
        ? 'format'
        : (validatePastDay(recovered_on, today) ?? (canFollow(diagnosed_on ?? null, recovered_on) ? undefined : 'too_small')),
    ),
  }
  const submit = () => {
    showErrors()
    const { disease } = draft
    if (!disease || diagnosed_on === undefined || recovered_on === undefined || Object.values(errors).some(Boolean)) return false
    if (lengthOf(draft.detail) > maxMemoLength) return false
    const row = { disease_id: disease.id, diagnosed_on, recovered_on, detail: draft.detail.trim() }
    submitChange(
      () =>
        illness
          ? change({ id: illness.id, updated_at: illness.updated_at, ...row, optimisticFields: { disease } })
          : add({ user_id, ...row, optimisticFields: { disease } }),
      { done: t('past.saved'), failed: t('past.failed'), text: disease.display_name },
    )
    return true
  }
  const run = () => submitRemoval(() => remove({ id: illness!.id }), { done: t('past.removed'), failed: t('past.removeFailed'), text: first.text })
  return (
    <RecordForm
      {...dialogProps}
      title={t(illness ? 'past.change' : 'past.add')}
      onSubmit={submit}
      isBlocked={isCreatingDisease}
      removal={illness && { title: t('past.remove'), question: t('past.removeAsk'), confirm: t('past.removeConfirm'), what: first.text, run }}
    >
      <DiseaseField text={draft.text} disease={draft.disease} onChange={put} error={shownError(errors.disease)} onCreating={setIsCreatingDisease} />
      <PartialDayInput
        label={t('past.diagnosed_on')}
        text={draft.diagnosed_on}
        onText={(text) => put({ diagnosed_on: text })}
        error={shownError(errors.diagnosed_on)}
        hint
      />
      <PartialDayInput
        label={t('past.recovered_on')}
        text={draft.recovered_on}
        onText={(text) => put({ recovered_on: text })}
        error={shownError(errors.recovered_on)}
      />
      <TextArea label={t('past.detail')} value={draft.detail} onChange={(detail) => put({ detail })} maxLength={maxMemoLength} />
    </RecordForm>
  )
}
