import { formatUnit } from '@sukoyaka/rules/record/answer'
import { formatRange, formatValue } from '@sukoyaka/rules/value'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RangeBar } from '../../../ui/chart/RangeBar.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { Flag } from '../../../ui/status/Flag.tsx'
import type { Status } from '../../../ui/status/marks.tsx'
import { StatusMark } from '../../../ui/status/StatusMark.tsx'
import { scaleOf } from '../abnormal.ts'
import { sideOf } from '../grid/model.ts'
import { nameLang } from '../spoken.ts'
import { emptyInput, judgementOf, type ValueInput } from './draft.ts'
import classes from './EntryTable.module.css'
import { PreviousValue } from './PreviousValue.tsx'
import { RowMessage } from './RowMessage.tsx'
import { StoredValue } from './StoredValue.tsx'
import type { Item } from './use-entry.ts'
import type { Step } from './use-entry-focus.ts'
import { ValueField } from './value/ValueField.tsx'

type Props = Item & {
  /** Undefined while a registered value is shown as text, or nothing was typed. */
  input: ValueInput | undefined
  /** Why the server rejected the value. */
  refusal: string | undefined
  onType: (category_id: number, change: Partial<ValueInput>) => void
  onRestore: (category_id: number) => void
  onStep: Step
}

export const EntryRow = memo(function EntryRow({ category, range, stored, previous, isForToday, input, refusal, onType, onRestore, onStep }: Props) {
  const language = useLanguage()
  const [isFocused, setFocused] = useState(false)
  const isText = stored !== undefined && input === undefined
  const judgement = judgementOf(category, range, input ?? emptyInput)
  const shown = isText
    ? { value: stored.value, status: stored.status, side: sideOf(stored, range), is_serious: stored.is_serious }
    : 'value' in judgement
      ? judgement
      : undefined
  const messageId = `entry-${category.id}`
  return (
    <>
      <tr
        className={classes.row}
        // shows a problem on blur, also when the focus moves to a button of the same row
        onFocus={({ target }) => setFocused(target.matches('[data-entry]'))}
        onBlur={() => setFocused(false)}
      >
        <th scope="row" className={classes.name} lang={nameLang(category, language)}>
          {category.display_name}
        </th>
        <td className={classes.previous}>
          <PreviousValue result={previous} category={category} range={range} />
        </td>
        <td className={classes.now}>
          {isText ? (
            <StoredValue result={stored} category={category} onEdit={(text) => onType(category.id, { ...emptyInput, text })} />
          ) : (
            <ValueField
              category={category}
              input={input ?? emptyInput}
              isInvalid={!isFocused && (refusal !== undefined || judgement.state === 'unlikely' || !(shown || judgement.state === 'empty'))}
              messageId={messageId}
              takesFocus={stored !== undefined}
              onType={(change) => onType(category.id, { confirmed: false, ...change })}
              onRestore={stored ? () => onRestore(category.id) : undefined}
              onStep={onStep}
            />
          )}
        </td>
        <td className={classes.judged}>
          {shown && shown.status !== null ? (
            <span className={classes.verdict}>
              <StatusMark status={shown.status as Status} audience="staff" plainHealthy />
              {shown.side ? <Flag direction={shown.side} status={shown.status as Status} /> : null}
            </span>
          ) : null}
        </td>
        <td className={classes.range}>
          <EntryRange category={category} range={range} shown={shown} previous={previous} />
        </td>
      </tr>
      <RowMessage
        id={messageId}
        category={category}
        judgement={judgement}
        isForToday={isForToday}
        isConfirmed={input?.confirmed === true}
        refusal={refusal}
        isShown={!isFocused}
        onType={(change) => onType(category.id, change)}
      />
    </>
  )
})

type RangeProps = Pick<Item, 'category' | 'range' | 'previous'> & { shown: { value: number; status: number | null } | undefined }

/** The healthy range as a bar with the value and the previous value, and as text. */
function EntryRange({ category, range, previous, shown }: RangeProps) {
  const { t } = useTranslation('results')
  const language = useLanguage()
  const band = range ? formatRange(range.healthy, category) : ''
  const label = `${t('grid.range')} ${band}`
  return (
    <>
      {range && (shown || previous) && !category.value_labels ? (
        <span className={classes.bar}>
          <RangeBar
            value={shown?.value}
            status={(shown?.status ?? null) as Status | null}
            band={range.healthy}
            {...scaleOf(
              [shown, previous].flatMap((result) => result?.value ?? []),
              range,
            )}
            previous={previous?.value}
            width={100}
            label={previous ? t('entry.rangeBar', { range: label, previous: formatValue(previous, category) }) : label}
          />
        </span>
      ) : null}
      <span>
        <span className={classes.label}>{t('grid.range')}</span> {band || '–'}{' '}
        {band && !category.value_labels ? formatUnit(category.unit_display, language) : ''}
      </span>
    </>
  )
}
