import { formatPartialDay } from '@sukoyaka/rules/partial-day'
import type { FamilyPastIllness, Relative } from '@sukoyaka/wire/record/illness'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parsePartialDay, showDay } from '../../../ui/date/day.ts'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { PartialDayInput } from '../../../ui/form/PartialDayInput.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { Chips } from '../../../ui/layout/Chips.tsx'
import { useAddFamilyPastIllnessMutation, useChangeFamilyPastIllnessMutation, useRemoveFamilyPastIllnessMutation } from '../api.ts'
import { fatherSide, motherSide, ownSide } from '../family.ts'
import { HistoryList, latestRow } from '../HistoryList.tsx'
import { useDayError } from '../use-day-error.ts'
import { nameOf } from '../words.ts'
import type { ChosenDisease, DiseaseField, OpenView } from './disease-field.ts'

const order: Relative[] = [
  'father',
  'mother',
  ...ownSide,
  ...[...fatherSide, ...motherSide].filter((relative) => relative !== 'father' && relative !== 'mother'),
]
const maxAge = 130

type Props = {
  user_id: number
  illnesses: FamilyPastIllness[]
  DiseaseField: DiseaseField
  view: OpenView<FamilyPastIllness>
  onView: (view: OpenView<FamilyPastIllness> | undefined) => void
}

export function FamilyDialog({ user_id, illnesses, DiseaseField, view, onView }: Props) {
  const { t } = useTranslation('illness')
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
      section="family"
      items={illnesses.toSorted((a, b) => order.indexOf(a.relative) - order.indexOf(b.relative))}
      onView={onView}
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
  return age !== undefined && age <= maxAge ? age : undefined
}

type FormProps = Omit<Props, 'illnesses' | 'view'> & { illness?: FamilyPastIllness; isOnly: boolean }

function Form({ user_id, illness, DiseaseField, onView, isOnly }: FormProps) {
  const { t } = useTranslation('illness')
  const dayError = useDayError()
  const [isCreatingDisease, setIsCreatingDisease] = useState(false)
  const [add] = useAddFamilyPastIllnessMutation()
  const [change] = useChangeFamilyPastIllnessMutation()
  const [remove] = useRemoveFamilyPastIllnessMutation()
  const first = draftOf(illness)
  const form = useForm(`family_past_illnesses/${user_id}/${illness?.id ?? 'new'}`, first, {
    version: illness?.updated_at,
    groups: [['text', 'disease']],
    check: ({ relative, disease, diagnosed_age, diagnosed_on }) => ({
      relative: relative ? undefined : t('family.relativeMissing'),
      disease: disease ? undefined : t('disease.missing'),
      diagnosed_age: parseAge(diagnosed_age) === undefined ? t('family.ageWrong') : undefined,
      diagnosed_on: dayError(diagnosed_on),
    }),
    send: ({ relative, disease, diagnosed_age, diagnosed_on }, updated_at) => {
      const row = {
        disease_id: disease!.id,
        relative: relative!,
        diagnosed_on: parsePartialDay(diagnosed_on),
        diagnosed_age: parseAge(diagnosed_age),
        optimisticFields: { disease },
      }
      return illness ? change({ id: illness.id, updated_at, ...row }) : add({ user_id, ...row })
    },
    messages: ({ disease }) => ({ done: t('family.saved'), failed: t('family.failed'), text: disease?.display_name }),
    names: { disease_id: 'disease' },
    onClose: () => onView(isOnly ? undefined : 'list'),
    onReopen: () => onView(illness ?? 'new'),
  })
  return (
    <FormDialog
      form={form}
      title={t(illness ? 'family.change' : 'family.add')}
      isBlocked={isCreatingDisease}
      removal={
        illness && {
          title: t('family.remove'),
          question: t('family.removeAsk'),
          confirm: t('family.removeConfirm'),
          what: first.relative ? `${t(`whole.${first.relative}`)} ${first.text}` : first.text,
          send: () => remove({ id: illness.id }),
          done: t('family.removed'),
          failed: t('family.removeFailed'),
        }
      }
    >
      <Chips
        takesFocus
        label={t('family.relative')}
        required
        options={order.map((value) => ({ value, label: t(`whole.${value}`) }))}
        {...form.field('relative')}
      />
      <DiseaseField
        text={form.values.text}
        disease={form.values.disease}
        onChange={form.put}
        error={form.errorOf('disease')}
        onCreating={setIsCreatingDisease}
      />
      <TextInput label={t('family.diagnosed_age')} unit={t('family.years')} inputMode="numeric" autoComplete="off" {...form.field('diagnosed_age')} />
      <PartialDayInput label={t('family.diagnosed_on')} hint {...form.field('diagnosed_on')} />
    </FormDialog>
  )
}
