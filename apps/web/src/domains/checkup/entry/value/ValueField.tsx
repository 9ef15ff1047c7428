import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isImeKey, useImeSafeEnter } from '../../../../ui/form/ime.ts'
import type { Category } from '../../api.ts'
import type { ValueInput } from '../draft.ts'
import type { Step } from '../use-entry-focus.ts'
import { LabelButtons } from './LabelButtons.tsx'
import { UnitSelect } from './UnitSelect.tsx'
import classes from './ValueField.module.css'

type Props = {
  category: Category
  input: ValueInput
  isInvalid: boolean
  /** Id of the message about this field. */
  messageId: string
  /** A registered value was opened for editing. */
  takesFocus: boolean
  onType: (change: Partial<ValueInput>) => void
  onRestore: (() => void) | undefined
  onStep: Step
}

const isArrow = ({ key }: KeyboardEvent) => key === 'ArrowDown' || key === 'ArrowUp'

/** Field of one value. A qualitative item also has a button for each label. */
export function ValueField({ category, input, isInvalid, messageId, takesFocus, onType, onRestore, onStep }: Props) {
  const { t } = useTranslation('results')
  const box = useRef<HTMLInputElement>(null)
  const name = category.display_name
  const labels = category.value_labels
  const enter = useImeSafeEnter<HTMLInputElement>((event) => {
    // Ctrl+Enter or ⌘+Enter saves the form
    if (event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onStep(event.currentTarget, event.shiftKey ? -1 : 1)
  })
  useEffect(() => {
    if (takesFocus) box.current?.select()
  }, [takesFocus])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    enter.onKeyDown(event)
    if (isImeKey(event.nativeEvent)) return
    if (event.key === 'Escape' && onRestore) {
      event.preventDefault()
      onRestore()
    }
    if (!isArrow(event)) return
    event.preventDefault()
    onStep(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1, event.altKey)
  }
  return (
    <span className={classes.field}>
      <input
        ref={box}
        {...enter}
        onKeyDown={onKeyDown}
        data-entry={category.id}
        className={labels ? classes.label : classes.number}
        type="text"
        inputMode={labels ? 'text' : 'decimal'}
        autoComplete="off"
        enterKeyHint="next"
        maxLength={20}
        aria-label={t('entry.valueOf', { name })}
        aria-invalid={isInvalid || undefined}
        aria-describedby={messageId}
        value={input.text}
        onChange={(event) => onType({ text: event.currentTarget.value })}
      />
      {labels ? (
        <LabelButtons name={name} labels={labels} text={input.text} onPick={(text) => onType({ text })} />
      ) : (
        <UnitSelect category={category} unit={input.unit} onChange={(unit) => onType({ unit })} />
      )}
    </span>
  )
}
