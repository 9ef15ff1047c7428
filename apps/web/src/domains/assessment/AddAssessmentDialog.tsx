import { isSolved } from '@sukoyaka/rules/care/assessment'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Assessment, AssessmentKind, Disease } from '@sukoyaka/wire/care/assessment'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { DatePicker } from '../../ui/date/DatePicker.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { lengthOf } from '../../ui/form/length.ts'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { type Form, useForm } from '../../ui/form/use-form.ts'
import classes from './AddAssessment.module.css'
import { useAddAssessmentMutation } from './api.ts'
import { DiseasePanel } from './disease/DiseasePanel.tsx'
import { DiseaseSearch } from './disease/DiseaseSearch.tsx'
import type { Facts } from './disease/facts.ts'
import { NewDisease } from './disease/NewDisease.tsx'

const kinds = ['problem', 'suspect', 'high_risk'] as const satisfies readonly AssessmentKind[]
const maxMemoLength = 2000

type Draft = { text: string; disease: Disease | null; kind: AssessmentKind; conducted_on: string | null; memo: string }
type Props = { user_id: number; facts: Facts; assessments: Assessment[]; onClose: () => void }

/** Focuses the disease search when the form for a new disease closes. */
const useFocusOnSearch = (isCreating: boolean) => {
  const box = useRef<HTMLDivElement>(null)
  const wasCreating = useRef(false)
  useEffect(() => {
    if (wasCreating.current && !isCreating) box.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus()
    wasCreating.current = isCreating
  }, [isCreating])
  return box
}

/** Disease search on the left, details of the chosen disease for this patient on the right. */
export function AddAssessmentDialog({ user_id, facts, assessments, onClose }: Props) {
  const { t } = useTranslation('assessment')
  const first: Draft = { text: '', disease: null, kind: 'problem', conducted_on: tokyoDay(new Date()), memo: '' }
  const [newDisease, setNewDisease] = useState<string | null>(null)
  const [add] = useAddAssessmentMutation()
  const isCreating = newDisease !== null
  const box = useFocusOnSearch(isCreating)
  const form = useForm(`assessments/new/${user_id}`, first, {
    check: ({ disease, conducted_on, memo }) => ({
      disease: disease ? undefined : t('add.diseaseMissing'),
      conducted_on: conducted_on ? undefined : t('add.dayMissing'),
      memo: lengthOf(memo) > maxMemoLength,
    }),
    send: ({ disease, kind, conducted_on, memo }) => add({ user_id, disease_id: disease!.id, kind, conducted_on: conducted_on!, memo }),
    messages: ({ disease }) => ({ done: t('toast.added', { name: disease?.display_name }), failed: t('add.failed') }),
    names: { disease_id: 'disease' },
    onClose,
  })
  const { text, disease, kind, memo } = form.values
  const choose = (chosen: Disease | null) => {
    form.put({ disease: chosen, ...(chosen && { text: chosen.display_name }) })
    if (chosen) setNewDisease(null)
  }
  const isTaken = form.rejected.disease && assessments.some((other) => !isSolved(other) && other.disease_id === disease?.id && other.kind === kind)
  return (
    <FormDialog
      form={form}
      title={t('add.title')}
      width={1000}
      flush
      unsaved={text !== '' || memo !== '' || isCreating}
      submit={t('add.submit')}
      isBlocked={isCreating}
    >
      <div className={classes.columns}>
        <div ref={box} className={classes.form}>
          {isCreating ? (
            <NewDisease text={newDisease} onAdded={choose} onCancel={() => setNewDisease(null)} />
          ) : (
            <DiseaseSearch
              text={text}
              isChosen={disease !== null}
              onText={(next) => form.put({ text: next, disease: null })}
              onPick={choose}
              onCreate={setNewDisease}
              error={isTaken ? t('add.taken', { kind: t(`kind.${kind}`) }) : form.errorOf('disease')}
            />
          )}
          <RecordFields form={form} />
          <FormFailure form={form} />
        </div>
        <div className={classes.beside}>
          {disease ? (
            <DiseasePanel key={disease.id} disease_id={disease.id} facts={facts} assessments={assessments} headed />
          ) : (
            <p className={classes.pick}>{t('add.pick')}</p>
          )}
        </div>
      </div>
    </FormDialog>
  )
}

/** Kind, day and memo. */
function RecordFields({ form: { values, put, field } }: { form: Form<Draft> }) {
  const { t } = useTranslation('assessment')
  return (
    <>
      <Segmented
        label={t('add.kind')}
        value={values.kind}
        // also puts the unchanged disease, which clears its error: the disease may be allowed for another kind
        onChange={(kind) => put({ kind, disease: values.disease })}
        options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <DatePicker label={t('add.conducted_on')} max={tokyoDay(new Date())} required {...field('conducted_on')} />
      <TextArea label={t('add.memo')} maxLength={maxMemoLength} rows={4} {...field('memo')} />
    </>
  )
}
