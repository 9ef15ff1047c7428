import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../api/call-error.ts'
import { useFormDraft } from '../../../api/form-drafts.ts'
import { reasonOf } from '../words.ts'
import { type Complete, type Draft, isComplete, type Missing } from './draft.ts'

/** Draft of a goal with validation and server errors; focuses the invalid field. Call `forget` once the goal is saved or the draft discarded. */
export const useDraft = (formKey: string, initial: Draft) => {
  const { t } = useTranslation('habit')
  const { value: draft, set: setDraft, forget } = useFormDraft(formKey, initial)
  const [missing, setMissing] = useState<Missing>({})
  const [failed, setFailed] = useState<string>()
  const box = useRef<HTMLDivElement>(null)

  const showErrors = (next: Missing) => {
    setMissing(next)
    if (next.content) box.current?.querySelector('textarea')?.focus()
    else if (next.kind) box.current?.querySelector<HTMLElement>('input[type="radio"]')?.focus()
  }
  const change = (next: Draft) => {
    setDraft(next)
    setFailed(undefined)
    setMissing(({ content, kind }) => ({ content: next.content === draft.content ? content : undefined, kind: next.kind === draft.kind ? kind : undefined }))
  }
  const validate = (): Complete | undefined => {
    setFailed(undefined)
    if (isComplete(draft)) {
      const { days_per_week } = draft
      return { content: draft.content.trim(), kind: draft.kind, ...(days_per_week !== undefined && { days_per_week }) }
    }
    const isEmpty = draft.content.trim() === ''
    showErrors({ content: isEmpty ? t('form.contentMissing') : undefined, kind: draft.kind ? undefined : t('form.kindMissing') })
    // The only problem left is a text that is too long: its field shows that.
    if (!isEmpty && draft.kind) box.current?.querySelector('textarea')?.focus()
    return undefined
  }
  const showRejection = (error: object) => {
    const fields = (error as CallError).fields ?? {}
    const fieldErrors = { content: fields.content?.[0], kind: fields.kind?.[0] }
    if (fieldErrors.content || fieldErrors.kind) showErrors(fieldErrors)
    else setFailed(reasonOf(error) ?? '')
  }
  return { draft, change, missing, failed, validate, showRejection, forget, box }
}
