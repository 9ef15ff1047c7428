import { isSolved } from '@sukoyaka/rules/care/assessment'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Assessment, AssessmentKind, Disease } from '@sukoyaka/wire/care/assessment'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { useFormDraft } from '../../api/form-drafts.ts'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { DatePicker } from '../../ui/date/DatePicker.tsx'
import { SubmitButtons } from '../../ui/form/SubmitButtons.tsx'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
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

/** Focuses the first invalid field after each validation, and the disease search when the form for a new disease closes. */
const useFormFocus = ({ checkCount, callError, isCreating }: { checkCount: number; callError: CallError | undefined; isCreating: boolean }) => {
  const form = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each validation moves focus to the first invalid field again
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [checkCount, callError])

  const wasCreating = useRef(false)
  useEffect(() => {
    if (wasCreating.current && !isCreating) form.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus()
    wasCreating.current = isCreating
  }, [isCreating])
  return form
}

/** Disease search on the left, details of the chosen disease for this patient on the right. Unsaved input is kept as a form draft. */
export function AddAssessmentDialog({ user_id, facts, assessments, onClose }: Props) {
  const { t } = useTranslation(['assessment', 'common'])
  const today = tokyoDay(new Date())
  const {
    value: draft,
    put,
    forget,
  } = useFormDraft<Draft>(`assessments/new/${user_id}`, { text: '', disease: null, kind: 'problem', conducted_on: today, memo: '' })
  const { text, disease, kind, conducted_on, memo } = draft
  const [newDisease, setNewDisease] = useState<string | null>(null)
  const [checkCount, setCheckCount] = useState(0)
  const [add, { isLoading, error, reset }] = useAddAssessmentMutation()
  const callError = error as CallError | undefined
  const isCreating = newDisease !== null
  const form = useFormFocus({ checkCount, callError, isCreating })

  const choose = (chosen: Disease | null) => {
    reset()
    put({ disease: chosen, ...(chosen && { text: chosen.display_name }) })
    if (chosen) setNewDisease(null)
  }
  const leave = () => {
    forget()
    onClose()
  }
  const submit = async () => {
    if (isLoading || isCreating) return
    setCheckCount(checkCount + 1)
    if (!disease || !conducted_on || [...memo].length > maxMemoLength) return
    const { data } = await add({ user_id, disease_id: disease.id, kind, conducted_on, memo })
    if (!data) return
    toast.success(t('assessment:toast.added', { name: disease.display_name }))
    leave()
  }
  const fieldError = (field: string) => callError?.fields?.[field]?.join(' ')
  const isTaken = assessments.some((other) => !isSolved(other) && other.disease_id === disease?.id && other.kind === kind)
  const diseaseError = isTaken && fieldError('disease_id') ? t('assessment:add.taken', { kind: t(`assessment:kind.${kind}`) }) : fieldError('disease_id')
  const errorIfMissing = (value: unknown, words: string) => (checkCount > 0 && !value ? words : undefined)
  return (
    <Dialog
      title={t('assessment:add.title')}
      onClose={leave}
      onSubmit={() => void submit()}
      width={1000}
      flush
      unsaved={text !== '' || memo !== '' || isCreating}
      footer={(close) => (
        <>
          {callError ? <Failure callError={callError} /> : null}
          <SubmitButtons label={t('assessment:add.submit')} isBusy={isLoading} isBlocked={isCreating} onCancel={close} />
        </>
      )}
    >
      <div className={classes.columns}>
        <div ref={form} className={classes.form}>
          {isCreating ? (
            <NewDisease text={newDisease} onAdded={choose} onCancel={() => setNewDisease(null)} />
          ) : (
            <DiseaseSearch
              text={text}
              isChosen={disease !== null}
              onText={(next) => {
                put({ text: next })
                choose(null)
              }}
              onPick={choose}
              onCreate={setNewDisease}
              error={diseaseError ?? errorIfMissing(disease, t('assessment:add.diseaseMissing'))}
            />
          )}
          <RecordFields
            draft={draft}
            errors={{ conducted_on: fieldError('conducted_on') ?? errorIfMissing(conducted_on, t('assessment:add.dayMissing')), memo: fieldError('memo') }}
            onChange={(change) => {
              if (change.kind) reset()
              put(change)
            }}
          />
        </div>
        <div className={classes.beside}>
          {disease ? (
            <DiseasePanel key={disease.id} disease_id={disease.id} facts={facts} assessments={assessments} headed />
          ) : (
            <p className={classes.pick}>{t('assessment:add.pick')}</p>
          )}
        </div>
      </div>
    </Dialog>
  )
}

type RecordFieldsProps = {
  draft: Draft
  errors: { conducted_on: string | undefined; memo: string | undefined }
  onChange: (change: Partial<Draft>) => void
}

/** Kind, day and memo. */
function RecordFields({ draft, errors, onChange }: RecordFieldsProps) {
  const { t } = useTranslation('assessment')
  return (
    <>
      <Segmented
        label={t('add.kind')}
        value={draft.kind}
        onChange={(kind) => onChange({ kind })}
        options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <DatePicker
        label={t('add.conducted_on')}
        value={draft.conducted_on}
        onChange={(conducted_on) => onChange({ conducted_on })}
        max={tokyoDay(new Date())}
        required
        error={errors.conducted_on}
      />
      <TextArea label={t('add.memo')} value={draft.memo} onChange={(memo) => onChange({ memo })} maxLength={maxMemoLength} rows={4} error={errors.memo} />
    </>
  )
}

function Failure({ callError }: { callError: CallError }) {
  const { t } = useTranslation('assessment')
  return (
    <p role="alert" className={classes.refusal}>
      <IconAlertCircle aria-hidden />
      <span>
        {t('add.failed')}
        <br />
        {callError.error}
      </span>
    </p>
  )
}
