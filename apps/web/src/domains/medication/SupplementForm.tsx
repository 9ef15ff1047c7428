import { isPlanned } from '@sukoyaka/rules/record/medication-period'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Supplement, SupplementIntake } from '@sukoyaka/wire/record/medication'
import { useTranslation } from 'react-i18next'
import { showDay } from '../../ui/date/day.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { lengthOf } from '../../ui/form/length.ts'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useAddSupplementIntakeMutation, useChangeSupplementIntakeMutation, useListSupplementsQuery, useRemoveSupplementIntakeMutation } from './api.ts'
import { CatalogueField } from './CatalogueField.tsx'
import type { DialogState } from './dialog-state.ts'
import { PeriodFields } from './PeriodFields.tsx'
import { parsePeriod, usePeriodErrors } from './use-period.ts'
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

type Props = { user_id: number; intake?: SupplementIntake; onState: (state: DialogState | undefined) => void }

export function SupplementForm({ user_id, intake, onState }: Props) {
  const { t } = useTranslation('medication')
  const periodErrors = usePeriodErrors()
  const [add] = useAddSupplementIntakeMutation()
  const [change] = useChangeSupplementIntakeMutation()
  const [remove] = useRemoveSupplementIntakeMutation()
  const form = useForm(`supplement_intakes/${user_id}/${intake?.id ?? 'new'}`, draftOf(intake), {
    version: intake?.updated_at,
    groups: [['text', 'chosen']],
    check: ({ text, memo, ...period }) => ({
      text:
        text.trim() === '' ? t('supplement.nameMissing') : lengthOf(text.trim()) > maxLength.name ? t('form.tooLong', { count: maxLength.name }) : undefined,
      ...periodErrors(period),
      memo: lengthOf(memo) > maxLength.memo,
    }),
    send: ({ text, chosen, memo, ...period }, updated_at) => {
      const row = {
        supplement_id: chosen?.id ?? null,
        name: chosen ? null : text.trim(),
        memo: memo.trim(),
        ...parsePeriod(period),
        optimisticFields: { supplement: chosen },
      }
      return intake ? change({ id: intake.id, updated_at, ...row }) : add({ user_id, ...row })
    },
    messages: ({ text }) => ({ done: t('save.done'), failed: t('save.failed'), text: text.trim() }),
    names: { name: 'text', supplement_id: 'text' },
    onClose: () => onState({ kind: 'list' }),
    onReopen: () => onState({ kind: 'supplement', opened: intake }),
  })
  return (
    <FormDialog
      form={form}
      title={t(intake ? 'supplement.change' : 'supplement.add')}
      width={640}
      removal={
        intake && {
          title: t('remove.title'),
          question: t(isPlanned(intake, tokyoDay(new Date())) ? 'cancel.ask' : 'remove.ask'),
          confirm: t('remove.confirm'),
          what: supplementName(intake),
          send: () => remove({ id: intake.id }),
          done: t('remove.done'),
          failed: t('remove.failed'),
        }
      }
    >
      <CatalogueField
        label={t('supplement.name')}
        hint={t('supplement.nameHint')}
        text={form.values.text}
        chosen={form.values.chosen}
        onChange={form.put}
        useSearch={useListSupplementsQuery}
        error={form.errorOf('text')}
      />
      <PeriodFields field={form.field} />
      <TextArea label={t('supplement.memo')} maxLength={maxLength.memo} rows={2} {...form.field('memo')} />
    </FormDialog>
  )
}
