import { type Medicine, type MedicineIntake, type Timing, timings } from '@sukoyaka/wire/record/medication'
import { useTranslation } from 'react-i18next'
import { showDay } from '../../ui/date/day.ts'
import { lengthOf } from '../../ui/form/length.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { Chips } from '../../ui/layout/Chips.tsx'
import { useAddMedicineIntakeMutation, useChangeMedicineIntakeMutation, useListMedicinesQuery, useRemoveMedicineIntakeMutation } from './api.ts'
import { CatalogueField } from './CatalogueField.tsx'
import type { DialogState } from './dialog-state.ts'
import classes from './MedicineForm.module.css'
import { PeriodFields } from './PeriodFields.tsx'
import { usePeriod } from './use-period.ts'
import { Warnings } from './Warnings.tsx'
import { medicineName } from './words.ts'

const maxLength = { name: 200, dose: 50, memo: 2000 }
const maxTimes = 12

type Draft = {
  text: string
  chosen: Medicine | null
  strength: string
  daily_volume: string
  divided_times: string
  timing: Timing[]
  started_on: string
  ended_on: string
  memo: string
}

const draftOf = (intake?: MedicineIntake): Draft => ({
  text: intake?.medicine?.display_name ?? intake?.name ?? '',
  chosen: intake?.medicine ?? null,
  strength: intake?.strength ?? '',
  daily_volume: intake?.daily_volume ?? '',
  divided_times: intake?.divided_times?.toString() ?? '',
  timing: intake?.timing ?? [],
  started_on: showDay(intake?.started_on ?? null),
  ended_on: showDay(intake?.ended_on ?? null),
  memo: intake?.memo ?? '',
})

/** Null if empty, undefined if invalid. */
const parseTimes = (text: string): number | null | undefined => {
  const plain = text.normalize('NFKC').replace(/[\s回]/g, '')
  if (plain === '') return null
  const times = /^\d{1,2}$/.test(plain) ? Number(plain) : 0
  return times >= 1 && times <= maxTimes ? times : undefined
}

type Props = {
  user_id: number
  intake?: MedicineIntake
  medicines: MedicineIntake[]
  drugAllergies: readonly string[]
  onAt: (at: DialogState | undefined) => void
}

export function MedicineForm({ user_id, intake, medicines, drugAllergies, onAt }: Props) {
  const { t } = useTranslation('medication')
  const first = draftOf(intake)
  const { draft, put, dialogProps, showErrors, shownError, submitChange, submitRemoval } = useRecordForm<Draft>(
    `medicine_intakes/${user_id}/${intake?.id ?? 'new'}`,
    first,
    {
      onLeave: () => onAt({ kind: 'list' }),
      onRejected: () => onAt({ kind: 'medicine', id: intake?.id }),
    },
  )
  const [add] = useAddMedicineIntakeMutation()
  const [change] = useChangeMedicineIntakeMutation()
  const [remove] = useRemoveMedicineIntakeMutation()

  const { period, errors: periodErrors } = usePeriod(draft)
  const divided_times = parseTimes(draft.divided_times)
  const name = draft.text.trim()
  const errors = {
    name: name === '' ? t('medicine.nameMissing') : lengthOf(name) > maxLength.name ? t('form.tooLong', { count: maxLength.name }) : undefined,
    divided_times: divided_times === undefined ? t('medicine.timesWrong') : undefined,
    ...periodErrors,
  }
  const submit = () => {
    showErrors()
    if (!period || divided_times === undefined || Object.values(errors).some(Boolean) || lengthOf(draft.memo) > maxLength.memo) return false
    const { chosen, strength, daily_volume, timing, memo } = draft
    const row = {
      medicine_id: chosen?.id ?? null,
      name: chosen ? null : name,
      strength: strength.trim(),
      daily_volume: daily_volume.trim(),
      divided_times,
      timing: timings.filter((item) => timing.includes(item)),
      memo: memo.trim(),
      ...period,
    }
    submitChange(
      () =>
        intake
          ? change({ id: intake.id, updated_at: intake.updated_at, ...row, optimisticFields: { medicine: chosen } })
          : add({ user_id, ...row, optimisticFields: { medicine: chosen } }),
      { done: t('save.done'), failed: t('save.failed'), text: name },
    )
    return true
  }
  const run = () => submitRemoval(() => remove({ id: intake!.id }), { done: t('remove.done'), failed: t('remove.failed'), text: first.text })
  const doseField = (key: 'strength' | 'daily_volume', hint?: string) => (
    <TextInput
      label={t(`medicine.${key}`)}
      hint={hint}
      maxLength={maxLength.dose}
      autoComplete="off"
      value={draft[key]}
      onChange={(event) => put({ [key]: event.currentTarget.value })}
    />
  )
  return (
    <RecordForm
      {...dialogProps}
      title={t(intake ? 'medicine.change' : 'medicine.add')}
      width={640}
      onSubmit={submit}
      removal={intake && { title: t('remove.title'), question: t('remove.ask'), confirm: t('remove.confirm'), what: medicineName(intake), run }}
    >
      <CatalogueField
        label={t('medicine.name')}
        hint={t('medicine.nameHint')}
        text={draft.text}
        chosen={draft.chosen}
        onChange={put}
        useSearch={useListMedicinesQuery}
        error={shownError(errors.name)}
      />
      <Warnings medicine={draft.chosen} text={draft.text} others={medicines.filter(({ id }) => id !== intake?.id)} drugAllergies={drugAllergies} />
      <div className={classes.pair}>
        {doseField('strength', draft.chosen?.dose_text ? t('medicine.dose', { dose: draft.chosen.dose_text }) : undefined)}
        {doseField('daily_volume')}
        <TextInput
          label={t('medicine.divided_times')}
          unit={t('medicine.times')}
          inputMode="numeric"
          autoComplete="off"
          value={draft.divided_times}
          onChange={(event) => put({ divided_times: event.currentTarget.value })}
          error={shownError(errors.divided_times)}
        />
      </div>
      <Chips
        many
        label={t('medicine.timing')}
        value={draft.timing}
        onChange={(timing) => put({ timing })}
        options={timings.map((value) => ({ value, label: t(`timing.${value}`) }))}
      />
      <PeriodFields draft={draft} onChange={put} errors={{ started_on: shownError(errors.started_on), ended_on: shownError(errors.ended_on) }} />
      <TextArea label={t('medicine.memo')} value={draft.memo} onChange={(memo) => put({ memo })} maxLength={maxLength.memo} rows={2} />
    </RecordForm>
  )
}
