import type { Supplement, SupplementIntake } from '@sukoyaka/wire/record/medication'
import { useTranslation } from 'react-i18next'
import { showDay } from '../../ui/date/day.ts'
import { lengthOf } from '../../ui/form/length.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { useAddSupplementIntakeMutation, useChangeSupplementIntakeMutation, useListSupplementsQuery, useRemoveSupplementIntakeMutation } from './api.ts'
import { CatalogueField } from './CatalogueField.tsx'
import type { DialogState } from './dialog-state.ts'
import { PeriodFields } from './PeriodFields.tsx'
import { usePeriod } from './use-period.ts'
import { supplementName } from './words.ts'

const maxLength = { name: 200, memo: 2000 }

type Draft = { text: string; chosen: Supplement | null; started_on: string; ended_on: string; memo: string }

const draftOf = (intake?: SupplementIntake): Draft => ({
  text: intake?.supplement?.display_name ?? intake?.name ?? '',
  chosen: intake?.supplement ?? null,
  started_on: showDay(intake?.started_on ?? null),
  ended_on: showDay(intake?.ended_on ?? null),
  memo: intake?.memo ?? '',
})

type Props = { user_id: number; intake?: SupplementIntake; onAt: (at: DialogState | undefined) => void }

export function SupplementForm({ user_id, intake, onAt }: Props) {
  const { t } = useTranslation('medication')
  const first = draftOf(intake)
  const { draft, put, dialogProps, showErrors, shownError, submitChange, submitRemoval } = useRecordForm<Draft>(
    `supplement_intakes/${user_id}/${intake?.id ?? 'new'}`,
    first,
    {
      onLeave: () => onAt({ kind: 'list' }),
      onRejected: () => onAt({ kind: 'supplement', id: intake?.id }),
    },
  )
  const [add] = useAddSupplementIntakeMutation()
  const [change] = useChangeSupplementIntakeMutation()
  const [remove] = useRemoveSupplementIntakeMutation()

  const { period, errors: periodErrors } = usePeriod(draft)
  const name = draft.text.trim()
  const errors = {
    name: name === '' ? t('supplement.nameMissing') : lengthOf(name) > maxLength.name ? t('form.tooLong', { count: maxLength.name }) : undefined,
    ...periodErrors,
  }
  const submit = () => {
    showErrors()
    if (!period || Object.values(errors).some(Boolean) || lengthOf(draft.memo) > maxLength.memo) return false
    const { chosen } = draft
    const row = { supplement_id: chosen?.id ?? null, name: chosen ? null : name, memo: draft.memo.trim(), ...period }
    submitChange(
      () =>
        intake
          ? change({ id: intake.id, updated_at: intake.updated_at, ...row, optimisticFields: { supplement: chosen } })
          : add({ user_id, ...row, optimisticFields: { supplement: chosen } }),
      { done: t('save.done'), failed: t('save.failed'), text: name },
    )
    return true
  }
  const run = () => submitRemoval(() => remove({ id: intake!.id }), { done: t('remove.done'), failed: t('remove.failed'), text: first.text })
  return (
    <RecordForm
      {...dialogProps}
      title={t(intake ? 'supplement.change' : 'supplement.add')}
      width={640}
      onSubmit={submit}
      removal={intake && { title: t('remove.title'), question: t('remove.ask'), confirm: t('remove.confirm'), what: supplementName(intake), run }}
    >
      <CatalogueField
        label={t('supplement.name')}
        hint={t('supplement.nameHint')}
        text={draft.text}
        chosen={draft.chosen}
        onChange={put}
        useSearch={useListSupplementsQuery}
        error={shownError(errors.name)}
      />
      <PeriodFields draft={draft} onChange={put} errors={{ started_on: shownError(errors.started_on), ended_on: shownError(errors.ended_on) }} />
      <TextArea label={t('supplement.memo')} value={draft.memo} onChange={(memo) => put({ memo })} maxLength={maxLength.memo} rows={2} />
    </RecordForm>
  )
}
