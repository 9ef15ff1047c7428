import { printUnit } from '@sukoyaka/rules/record/answer'
import { printRange, printValue } from '@sukoyaka/rules/value'
import type { ReferenceRange, TestResult } from '@sukoyaka/wire/record/checkup'
import { type KeyboardEvent, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { useImeSafeEnter } from '../../../ui/form/ime.ts'
import type { Status } from '../../../ui/status/marks.tsx'
import { StatusMark } from '../../../ui/status/StatusMark.tsx'
import type { Category } from '../api.ts'
import { nameLang } from '../spoken.ts'
import { isInvalid, judgementOf, type ValueInput } from './draft.ts'
import classes from './EntryDialog.module.css'
import { problemOf } from './problem.ts'

type Props = {
  category: Category
  range: ReferenceRange | undefined
  input: ValueInput
  /** Value already stored for this checkup. */
  stored: TestResult | undefined
  /** Server result for this row. */
  outcome: { word: string; isRejected: boolean } | undefined
  onType: (category_id: number, change: Partial<ValueInput>) => void
  /** Moves focus to the next or previous row's field. */
  onStep: (from: HTMLInputElement, delta: 1 | -1) => void
}

export const EntryRow = memo(function EntryRow({ category, range, input, stored, outcome, onType, onStep }: Props) {
  const { t } = useTranslation('results')
  const language = useLanguage()
  const ownUnit = printUnit(category.unit_display, language)
  const enter = useImeSafeEnter<HTMLInputElement>((event) => {
    // Ctrl+Enter or ⌘+Enter saves the form
    if (event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onStep(event.currentTarget, event.shiftKey ? -1 : 1)
  })
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    enter.onKeyDown(event)
    if (event.nativeEvent.isComposing || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    onStep(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1)
  }
  const judgement = judgementOf(category, range, input)
  const message = `entry-${category.id}`
  const name = category.display_name
  const units = category.conversions ?? []
  const isRejected = outcome?.isRejected
  return (
    <tr>
      <th scope="row" lang={nameLang(category, language)}>
        {name}
      </th>
      <td className={classes.range}>{range ? printRange(range.healthy, category) : ''}</td>
      <td className={classes.field}>
        <input
          {...enter}
          onKeyDown={onKeyDown}
          data-entry={category.id}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="next"
          maxLength={20}
          aria-label={t('entry.valueOf', { name })}
          aria-invalid={isInvalid(judgement) || isRejected ? true : undefined}
          aria-describedby={message}
          placeholder={stored === undefined ? '' : printValue(stored, category)}
          value={input.text}
          onChange={(event) => onType(category.id, { text: event.currentTarget.value, confirmed: false })}
        />
        {units.length > 0 ? (
          <select
            aria-label={t('entry.unitOf', { name })}
            value={input.unit}
            onChange={(event) => onType(category.id, { unit: event.currentTarget.value, confirmed: false })}
          >
            <option value="">{ownUnit}</option>
            {units.map(({ unit }) => (
              <option key={unit} value={unit}>
                {printUnit(unit, language)}
              </option>
            ))}
          </select>
        ) : (
          <span className={classes.unit}>{ownUnit}</span>
        )}
      </td>
      <td id={message} className={classes.said}>
        {isRejected ? <span className={classes.wrong}>{outcome.word}</span> : null}
        {judgement.state === 'empty' ? (
          outcome && !isRejected ? (
            <span className={classes.done}>{outcome.word}</span>
          ) : null
        ) : judgement.state === 'unreadable' || judgement.state === 'impossible' || judgement.state === 'between' ? (
          <span className={classes.wrong}>{problemOf(t, category, judgement)}</span>
        ) : (
          <>
            {input.unit ? (
              <span className={classes.read}>
                {printValue(judgement, category)} {ownUnit}
              </span>
            ) : null}
            <StatusMark status={judgement.status as Status | null} reader="staff" />
            {judgement.side ? <span className={classes.flag}>{judgement.side === 'high' ? 'H' : 'L'}</span> : null}
            {judgement.is_serious ? <span className={classes.serious}>{t('grid.serious')}</span> : null}
            {judgement.state === 'unlikely' || input.confirmed ? (
              <label className={classes.confirm}>
                <span className={classes.wrong}>{judgement.state === 'unlikely' ? t('entry.unlikely') : ''}</span>
                <input
                  type="checkbox"
                  aria-label={t('entry.confirmOf', { name })}
                  checked={input.confirmed}
                  onChange={(event) => onType(category.id, { confirmed: event.currentTarget.checked })}
                />
                {t('entry.confirm')}
              </label>
            ) : null}
          </>
        )}
      </td>
    </tr>
  )
})
