import { isPlanned } from '@sukoyaka/rules/record/medication-period'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { AllergyReaction } from '@sukoyaka/wire/record/illness'
import { type Medicine, type MedicineIntake, type Timing, timings } from '@sukoyaka/wire/record/medication'
import { useTranslation } from 'react-i18next'
import { showDay } from '../../ui/date/day.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { lengthOf } from '../../ui/form/length.ts'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { type Form, useForm } from '../../ui/form/use-form.ts'
import { Chips } from '../../ui/layout/Chips.tsx'
import { useAddMedicineIntakeMutation, useChangeMedicineIntakeMutation, useListMedicinesQuery, useRemoveMedicineIntakeMutation } from './api.ts'
import { CatalogueField } from './CatalogueField.tsx'
import type { DialogState } from './dialog-state.ts'
import classes from './MedicineForm.module.css'
import { PeriodFields } from './PeriodFields.tsx'
import { parsePeriod, usePeriodErrors } from './use-period.ts'
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

/** The typed number of times a day; null if empty, undefined if invalid. */
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
  allergies: readonly AllergyReaction[] | undefined
  onState: (state: DialogState | undefined) => void
}

export function MedicineForm({ user_id, intake, medicines, allergies, onState }: Props) {
  const { t } = useTranslation('medication')
  const periodErrors = usePeriodErrors()
  const [add] = useAddMedicineIntakeMutation()
  const [change] = useChangeMedicineIntakeMutation()
  const [remove] = useRemoveMedicineIntakeMutation()
  const form = useForm(`medicine_intakes/${user_id}/${intake?.id ?? 'new'}`, draftOf(intake), {
    version: intake?.updated_at,
    groups: [['text', 'chosen']],
    check: ({ text, divided_times, memo, ...draft }) => ({
      text: text.trim() === '' ? t('medicine.nameMissing') : lengthOf(text.trim()) > maxLength.name ? t('form.tooLong', { count: maxLength.name }) : undefined,
      divided_times: parseTimes(divided_times) === undefined ? t('medicine.timesWrong') : undefined,
      ...periodErrors(draft),
      memo: lengthOf(memo) > maxLength.memo,
    }),
    send: ({ text, chosen, strength, daily_volume, divided_times, timing, memo, ...period }, updated_at) => {
      const row = {
        medicine_id: chosen?.id ?? null,
        name: chosen ? null : text.trim(),
        strength: strength.trim(),
        daily_volume: daily_volume.trim(),
        divided_times: parseTimes(divided_times),
        timing: timings.filter((item) => timing.includes(item)),
        memo: memo.trim(),
        ...parsePeriod(period),
        optimisticFields: { medicine: chosen },
      }
      return intake ? change({ id: intake.id, updated_at, ...row }) : add({ user_id, ...row })
    },
    messages: ({ text }) => ({ done: t('save.done'), failed: t('save.failed'), text: text.trim() }),
    names: { name: 'text', medicine_id: 'text' },
    onClose: () => onState({ kind: 'list' }),
    onReopen: () => onState({ kind: 'medicine', opened: intake }),
  })
  return (
    <FormDialog
      form={form}
      title={t(intake ? 'medicine.change' : 'medicine.add')}
      width={640}
      removal={
        intake && {
          title: t('remove.title'),
          question: t(isPlanned(intake, tokyoDay(new Date())) ? 'cancel.ask' : 'remove.ask'),
          confirm: t('remove.confirm'),
          what: medicineName(intake),
          send: () => remove({ id: intake.id }),
          done: t('remove.done'),
          failed: t('remove.failed'),
        }
      }
    >
      <MedicineFields form={form} others={medicines.filter(({ id }) => id !== intake?.id)} allergies={allergies} />
    </FormDialog>
  )
}

type FieldsProps = { form: Form<Draft>; others: MedicineIntake[]; allergies: readonly AllergyReaction[] | undefined }

function MedicineFields({ form: { values, put, field, errorOf }, others, allergies }: FieldsProps) {
  const { t } = useTranslation('medication')
  const { text, chosen } = values
  return (
    <>
      <CatalogueField
        label={t('medicine.name')}
        hint={t('medicine.nameHint')}
        text={text}
        chosen={chosen}
        onChange={put}
        useSearch={useListMedicinesQuery}
        error={errorOf('text')}
      />
      <Warnings medicine={chosen} text={text} others={others} allergies={allergies} />
      <div className={classes.pair}>
        <TextInput
          label={t('medicine.strength')}
          hint={chosen?.dose_text ? t('medicine.dose', { dose: chosen.dose_text }) : undefined}
          maxLength={maxLength.dose}
          autoComplete="off"
          {...field('strength')}
        />
        <TextInput label={t('medicine.daily_volume')} maxLength={maxLength.dose} autoComplete="off" {...field('daily_volume')} />
        <TextInput label={t('medicine.divided_times')} unit={t('medicine.times')} inputMode="numeric" autoComplete="off" {...field('divided_times')} />
      </div>
      <Chips many label={t('medicine.timing')} options={timings.map((value) => ({ value, label: t(`timing.${value}`) }))} {...field('timing')} />
      <PeriodFields field={field} />
      <TextArea label={t('medicine.memo')} maxLength={maxLength.memo} rows={2} {...field('memo')} />
    </>
  )
}
