import { printUnit } from '@sukoyaka/rules/record/answer'
import { printValue } from '@sukoyaka/rules/record/checkup'
import { formatTime } from '@sukoyaka/rules/time'
import type { TestResult } from '@sukoyaka/wire/record/checkup'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../api/call-error.ts'
import { useFormDraft } from '../../../api/form-drafts.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Checkbox } from '../../../ui/choice/Checkbox.tsx'
import { DatePicker } from '../../../ui/date/DatePicker.tsx'
import { showDay } from '../../../ui/date/day.ts'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { SubmitButtons } from '../../../ui/form/SubmitButtons.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import type { Category } from '../api.ts'
import { useChangeTestResultMutation, useRemoveTestResultMutation } from '../change-api.ts'
import { judgementOf, parseValue } from '../entry/draft.ts'
import classes from './EditDialog.module.css'
import { dayOf } from './period.ts'

type Props = { result: TestResult; category: Category; onClose: () => void }
type Draft = { text: string; unit: string; day: string | null; confirmed: boolean }

const callErrorOf = (error: unknown) => (error && typeof error === 'object' && 'error' in error ? (error as CallError) : undefined)

/** Draft of a changed result, its validation, and saving with an optimistic update. */
const useEditing = ({ result, category, onClose }: Props) => {
  const { t } = useTranslation('results')
  const initial: Draft = {
    text: result.entered_unit === null ? printValue(result.value, category.decimals) : String(result.entered_value ?? result.value),
    unit: result.entered_unit ?? '',
    day: dayOf(result.recorded_at),
    confirmed: false,
  }
  const { value: draft, put, forget } = useFormDraft(`test_results/${result.id}`, initial)
  const [error, setError] = useState<CallError>()
  const [isChecked, setChecked] = useState(false)
  const [change, { isLoading }] = useChangeTestResultMutation()
  const judgement = judgementOf(category, undefined, draft)
  const isChanged = draft.text !== initial.text || draft.unit !== initial.unit || draft.day !== initial.day
  const leave = () => {
    forget()
    onClose()
  }

  const invalid =
    judgement.state === 'empty'
      ? t('entry.nothing')
      : judgement.state === 'unreadable' || judgement.state === 'impossible'
        ? t(`entry.${judgement.state}`)
        : undefined
  const save = async () => {
    setChecked(true)
    if (isLoading || invalid || judgement.state === 'unlikely' || !draft.day) return
    if (!isChanged) return leave()
    setError(undefined)
    const saved = await change({
      id: result.id,
      updated_at: result.updated_at,
      value: parseValue(draft.text)!,
      ...(draft.unit && { unit: draft.unit }),
      ...(draft.day !== initial.day && { recorded_at: new Date(`${draft.day}T${formatTime(result.recorded_at)}:00+09:00`).toISOString() }),
      ...(draft.confirmed && { confirmed: true }),
    })
    if (saved.error) return setError(callErrorOf(saved.error))
    toast.success(t('edit.saved'))
    leave()
  }
  return {
    draft,
    put,
    isChanged,
    needsConfirmation: judgement.state === 'unlikely' || draft.confirmed,
    error,
    valueError: isChecked && invalid ? invalid : (error?.fields?.value?.[0] ?? error?.fields?.unit?.[0]),
    dayError: error?.fields?.recorded_at?.[0] ?? (isChecked && !draft.day ? t('entry.needDay') : undefined),
    isLoading,
    leave,
    save,
  }
}

/** Edits value, unit and date of a result. */
export function EditDialog({ result, category, onClose }: Props) {
  const { t } = useTranslation(['results', 'common'])
  const ownUnit = printUnit(category.unit_display, useLanguage())
  const { draft, put, isChanged, needsConfirmation, error, valueError, dayError, isLoading, leave, save } = useEditing({ result, category, onClose })
  const [isRemoving, setRemoving] = useState(false)
  const units = category.conversions ?? []
  if (isRemoving) return <RemoveDialog result={result} category={category} onBack={() => setRemoving(false)} onClose={leave} />
  return (
    <Dialog
      title={t('results:edit.title')}
      subtitle={category.display_name}
      unsaved={isChanged}
      onClose={leave}
      onSubmit={() => void save()}
      footer={(close) => (
        <>
          <Button kind="dan-o" style={{ marginRight: 'auto' }} onClick={() => setRemoving(true)}>
            {t('results:edit.remove')}
          </Button>
          <SubmitButtons isBusy={isLoading} onCancel={close} />
        </>
      )}
    >
      <div className={classes.fields}>
        <div className={classes.value}>
          <TextInput
            label={t('results:entry.value')}
            inputMode="decimal"
            maxLength={20}
            required
            data-autofocus
            value={draft.text}
            onChange={(event) => put({ text: event.currentTarget.value, confirmed: false })}
            error={valueError}
            unit={units.length > 0 ? undefined : ownUnit}
          />
          {units.length > 0 ? (
            <select
              className={classes.unit}
              aria-label={t('results:entry.unit')}
              value={draft.unit}
              onChange={(event) => put({ unit: event.currentTarget.value, confirmed: false })}
            >
              <option value="">{ownUnit}</option>
              {units.map(({ unit }) => (
                <option key={unit} value={unit}>
                  {unit}
                </option>
              ))}
            </select>
          ) : null}
        </div>
        {needsConfirmation ? (
          <div role="alert">
            <p className={classes.unlikely}>{t('results:entry.unlikely')}</p>
            <Checkbox label={t('results:edit.confirm')} checked={draft.confirmed} onChange={(event) => put({ confirmed: event.currentTarget.checked })} />
          </div>
        ) : null}
        <DatePicker label={t('results:edit.day')} value={draft.day} max={dayOf(Date.now())} onChange={(day) => put({ day })} error={dayError} required />
        {error && !error.fields ? (
          <div role="alert">
            <FieldMessage id="edit-failed">
              {error.code === 'conflict' ? t('results:edit.conflict') : `${t('results:edit.failed')} ${error.error}`}
            </FieldMessage>
          </div>
        ) : null}
      </div>
    </Dialog>
  )
}

function RemoveDialog({ result, category, onBack, onClose }: { result: TestResult; category: Category; onBack: () => void; onClose: () => void }) {
  const { t } = useTranslation(['results', 'common'])
  const language = useLanguage()
  const [remove] = useRemoveTestResultMutation()
  // Optimistic delete: the dialog closes at once, a failure restores the row.
  const removeNow = () => {
    onClose()
    const attempt = async () => {
      const { error } = await remove({ id: result.id })
      if (error) toast.error(t('results:edit.removeFailed'), { text: callErrorOf(error)?.error, onRetry: () => void attempt() })
      else toast.success(t('results:edit.removed'))
    }
    void attempt()
  }
  return (
    <Dialog
      title={t('results:edit.removeTitle')}
      onClose={onClose}
      footer={() => (
        <>
          <Button kind="neutral" onClick={onBack}>
            {t('common:action.cancel')}
          </Button>
          <Button kind="dan" data-autofocus onClick={removeNow}>
            {t('results:edit.removeIt')}
          </Button>
        </>
      )}
    >
      <p>
        {t('results:edit.removeText', {
          day: showDay(dayOf(result.recorded_at)),
          name: category.display_name,
          value: `${printValue(result.value, category.decimals)} ${printUnit(category.unit_display, language)}`.trim(),
        })}
      </p>
    </Dialog>
  )
}
