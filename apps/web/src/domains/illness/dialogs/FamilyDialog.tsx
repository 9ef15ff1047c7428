import { formatPartialDay, validatePastDay } from '@sukoyaka/rules/partial-day'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { FamilyPastIllness, Relative } from '@sukoyaka/wire/record/illness'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parsePartialDay, showDay } from '../../../ui/date/day.ts'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { PartialDayInput } from '../../../ui/form/PartialDayInput.tsx'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { useRecordForm } from '../../../ui/form/use-record-form.ts'
import { Chips } from '../../../ui/layout/Chips.tsx'
import { useAddFamilyPastIllnessMutation, useChangeFamilyPastIllnessMutation, useRemoveFamilyPastIllnessMutation } from '../api.ts'
import { fatherSide, motherSide, ownSide } from '../family.ts'
import { HistoryList } from '../HistoryList.tsx'
import { useDayWords } from '../use-day-words.ts'
import { nameOf } from '../words.ts'
import type { At, ChosenDisease, DiseaseField } from './disease-field.ts'

const order: Relative[] = [
  'father',
  'mother',
  ...ownSide,
  ...[...fatherSide, ...motherSide].filter((relative) => relative !== 'father' && relative !== 'mother'),
]
const oldest = 130

type Props = { user_id: number; illnesses: FamilyPastIllness[]; DiseaseField: DiseaseField; at: At; onAt: (at: At | undefined) => void }

export function FamilyDialog({ user_id, illnesses, DiseaseField, at, onAt }: Props) {
  const { t } = useTranslation('illness')
  const language = useLanguage()
  if (at !== 'list')
    return (
      <Form key={at} user_id={user_id} illness={illnesses.find(({ id }) => id === at)} DiseaseField={DiseaseField} onAt={onAt} isOnly={!illnesses.length} />
    )
  return (
    <HistoryList
      section="family"
      items={illnesses.toSorted((a, b) => order.indexOf(a.relative) - order.indexOf(b.relative))}
      onAt={onAt}
      entry={({ relative, disease, diagnosed_age, diagnosed_on }) => ({
        title: `${t(`whole.${relative}`)}${language === 'ja' ? '：' : ': '}${nameOf(disease)}`,
        lines: [diagnosed_age !== null && t('family.age', { age: diagnosed_age }), diagnosed_on && formatPartialDay(diagnosed_on, language)],
      })}
    />
  )
}

type Draft = ChosenDisease & { relative: Relative | null; diagnosed_age: string; diagnosed_on: string }

const draftOf = (illness?: FamilyPastIllness): Draft => ({
  text: nameOf(illness?.disease),
  disease: illness?.disease ?? null,
  relative: illness?.relative ?? null,
  diagnosed_age: illness?.diagnosed_age?.toString() ?? '',
  diagnosed_on: showDay(illness?.diagnosed_on ?? null),
})

/** Null when empty, undefined when invalid. */
const parseAge = (text: string): number | null | undefined => {
  const plain = text.normalize('NFKC').replace(/[\s歳才]/g, '')
  if (plain === '') return null
  const age = /^\d{1,3}$/.test(plain) ? Number(plain) : undefined
  return age !== undefined && age <= oldest ? age : undefined
}

type FormProps = Omit<Props, 'illnesses' | 'at'> & { illness?: FamilyPastIllness; isOnly: boolean }

function Form({ user_id, illness, DiseaseField, onAt, isOnly }: FormProps) {
  const { t } = useTranslation('illness')
  const wordsOf = useDayWords()
  const first = draftOf(illness)
  const { draft, put, dialogProps, showErrors, shownError, submitChange, submitRemoval } = useRecordForm<Draft>(
    `family_past_illnesses/${user_id}/${illness?.id ?? 'new'}`,
    first,
    {
      onLeave: () => onAt(isOnly ? undefined : 'list'),
      onRejected: () => onAt(illness?.id ?? 'new'),
    },
  )
  const [isCreatingDisease, setIsCreatingDisease] = useState(false)
  const [add] = useAddFamilyPastIllnessMutation()
  const [change] = useChangeFamilyPastIllnessMutation()
  const [remove] = useRemoveFamilyPastIllnessMutation()

  const diagnosed_on = parsePartialDay(draft.diagnosed_on)
  const diagnosed_age = parseAge(draft.diagnosed_age)
  const errors = {
    relative: draft.relative ? undefined : t('family.relativeMissing'),
    disease: draft.disease ? undefined : t('disease.missing'),
    diagnosed_age: diagnosed_age === undefined ? t('family.ageWrong') : undefined,
    diagnosed_on: wordsOf(diagnosed_on === undefined ? 'format' : validatePastDay(diagnosed_on, tokyoDay(new Date()))),
  }
  const submit = () => {
    showErrors()
    const { disease, relative } = draft
    if (!disease || !relative || diagnosed_on === undefined || diagnosed_age === undefined || Object.values(errors).some(Boolean)) return false
    const row = { disease_id: disease.id, relative, diagnosed_on, diagnosed_age }
    submitChange(
      () =>
        illness
          ? change({ id: illness.id, updated_at: illness.updated_at, ...row, optimisticFields: { disease } })
          : add({ user_id, ...row, optimisticFields: { disease } }),
      { done: t('family.saved'), failed: t('family.failed'), text: disease.display_name },
    )
    return true
  }
  const run = () => submitRemoval(() => remove({ id: illness!.id }), { done: t('family.removed'), failed: t('family.removeFailed'), text: first.text })
  const name = first.relative ? `${t(`whole.${first.relative}`)} ${first.text}` : first.text
  return (
    <RecordForm
      {...dialogProps}
      title={t(illness ? 'family.change' : 'family.add')}
      onSubmit={submit}
      isBlocked={isCreatingDisease}
      removal={illness && { title: t('family.remove'), question: t('family.removeAsk'), confirm: t('family.removeConfirm'), what: name, run }}
    >
      <Chips
        takesFocus
        label={t('family.relative')}
        required
        value={draft.relative}
        onChange={(relative) => put({ relative })}
        options={order.map((value) => ({ value, label: t(`whole.${value}`) }))}
        error={shownError(errors.relative)}
      />
      <DiseaseField text={draft.text} disease={draft.disease} onChange={put} error={shownError(errors.disease)} onCreating={setIsCreatingDisease} />
      <TextInput
        label={t('family.diagnosed_age')}
        unit={t('family.years')}
        inputMode="numeric"
        autoComplete="off"
        value={draft.diagnosed_age}
        onChange={(event) => put({ diagnosed_age: event.currentTarget.value })}
        error={shownError(errors.diagnosed_age)}
      />
      <PartialDayInput
        label={t('family.diagnosed_on')}
        text={draft.diagnosed_on}
        onText={(text) => put({ diagnosed_on: text })}
        error={shownError(errors.diagnosed_on)}
        hint
      />
    </RecordForm>
  )
}
