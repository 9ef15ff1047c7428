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

/** Disease search on the left, its details for this patient on the right. The form is a draft until it is saved. */
export function AddAssessmentDialog({ user_id, facts, assessments, onClose }: Props) {
  const { t } = useTranslation(['assessment', 'common'])
  const today = tokyoDay(new Date())
  const {
    value: draft,
    put,
    forget,
  } = useFormDraft<Draft>(`assessments/new/${user_id}`, { text: '', disease: null, kind: 'problem', conducted_on: today, memo: '' })
  const { text, disease, kind, conducted_on, memo } = draft
  const [lacking, setLacking] = useState<string | null>(null)
  const [checked, setChecked] = useState(0)
  const [add, { isLoading, error, reset }] = useAddAssessmentMutation()
  const refusal = error as CallError | undefined
  const form = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each validation moves focus to the first invalid field again
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [checked, refusal])

  const wasLacking = useRef(false)
  useEffect(() => {
    if (wasLacking.current && lacking === null) form.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus()
    wasLacking.current = lacking !== null
  }, [lacking])

  const choose = (chosen: Disease | null) => {
    reset()
    put({ disease: chosen, ...(chosen && { text: chosen.display_name }) })
    if (chosen) setLacking(null)
  }
  const leave = () => {
    forget()
    onClose()
  }
  const submit = async () => {
    if (isLoading || lacking !== null) return
    setChecked(checked + 1)
    if (!disease || !conducted_on || [...memo].length > maxMemoLength) return
    const { data } = await add({ user_id, disease_id: disease.id, kind, conducted_on, memo })
    if (!data) return
    toast.success(t('assessment:toast.added', { name: disease.display_name }))
    leave()
  }
  const said = (field: string) => refusal?.fields?.[field]?.join(' ')
  const isTaken = assessments.some((other) => !isSolved(other) && other.disease_id === disease?.id && other.kind === kind)
  const taken = isTaken && said('disease_id') ? t('assessment:add.taken', { kind: t(`assessment:kind.${kind}`) }) : said('disease_id')
  const missing = (value: unknown, words: string) => (checked > 0 && !value ? words : undefined)
  return (
    <Dialog
      title={t('assessment:add.title')}
      onClose={leave}
      onSubmit={() => void submit()}
      width={1000}
      flush
      unsaved={text !== '' || memo !== '' || lacking !== null}
      footer={(close) => (
        <>
          {refusal ? (
            <p role="alert" className={classes.refusal}>
              <IconAlertCircle aria-hidden />
              <span>
                {t('assessment:add.failed')}
                <br />
                {refusal.error}
              </span>
            </p>
          ) : null}
          <SubmitButtons label={t('assessment:add.submit')} isBusy={isLoading} isBlocked={lacking !== null} onCancel={close} />
        </>
      )}
    >
      <div className={classes.columns}>
        <div ref={form} className={classes.form}>
          {lacking === null ? (
            <DiseaseSearch
              text={text}
              isChosen={disease !== null}
              onText={(next) => {
                put({ text: next })
                choose(null)
              }}
              onPick={choose}
              onCreate={setLacking}
              error={taken ?? missing(disease, t('assessment:add.diseaseMissing'))}
            />
          ) : (
            <NewDisease text={lacking} onAdded={choose} onCancel={() => setLacking(null)} />
          )}
          <Segmented
            label={t('assessment:add.kind')}
            value={kind}
            onChange={(next) => {
              reset()
              put({ kind: next })
            }}
            options={kinds.map((value) => ({ value, label: t(`assessment:kind.${value}`) }))}
          />
          <DatePicker
            label={t('assessment:add.conducted_on')}
            value={conducted_on}
            onChange={(day) => put({ conducted_on: day })}
            max={today}
            required
            error={said('conducted_on') ?? missing(conducted_on, t('assessment:add.dayMissing'))}
          />
          <TextArea
            label={t('assessment:add.memo')}
            value={memo}
            onChange={(words) => put({ memo: words })}
            maxLength={maxMemoLength}
            rows={4}
            error={said('memo')}
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
