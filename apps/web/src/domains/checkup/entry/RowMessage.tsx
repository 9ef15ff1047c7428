import { maxResultAgeMonths } from '@sukoyaka/rules/boards/today'
import { formatUnit } from '@sukoyaka/rules/record/answer'
import { formatValue } from '@sukoyaka/rules/value'
import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import type { Category } from '../api.ts'
import type { Judgement, ValueInput } from './draft.ts'
import classes from './EntryTable.module.css'
import { problemOf } from './problem.ts'

type Props = {
  id: string
  category: Category
  judgement: Judgement
  /** Whether Today lists the value if it is critical. */
  isForToday: boolean
  isConfirmed: boolean
  refusal: string | undefined
  /** Problems are shown once the field loses focus. */
  isShown: boolean
  onType: (change: Partial<ValueInput>) => void
}

/** Problem of a value, or what to know about it, below its row. */
export function RowMessage({ id, category, judgement, isForToday, isConfirmed, refusal, isShown, onType }: Props) {
  const { t } = useTranslation('results')
  const language = useLanguage()
  const name = category.display_name
  const problem = isShown ? (refusal ?? problemOf({ t, language }, category, judgement)) : undefined
  const isUnlikely = isShown && judgement.state === 'unlikely'
  const serious = 'value' in judgement && judgement.is_serious ? judgement : undefined
  if (!problem && !isUnlikely && !isConfirmed && !serious) return null
  const suggestion = judgement.state === 'impossible' && !refusal ? judgement.suggestion : undefined
  return (
    <tr className={classes.message}>
      <td colSpan={2} />
      <td colSpan={3} id={id}>
        {problem || isUnlikely ? (
          <span className={classes.problem}>
            <IconAlertCircle aria-hidden />
            <span>{problem ?? t('entry.unlikely')}</span>
            {suggestion === undefined ? null : (
              <Button size="small" onClick={() => onType({ text: suggestion })}>
                {t('entry.suggest', { value: suggestion })}
              </Button>
            )}
          </span>
        ) : null}
        {isUnlikely || isConfirmed ? (
          <label className={classes.confirm}>
            <input
              type="checkbox"
              aria-label={t('entry.confirmOf', { name })}
              checked={isConfirmed}
              onChange={(event) => onType({ confirmed: event.currentTarget.checked })}
            />
            {t('entry.confirm')}
          </label>
        ) : null}
        {serious ? (
          <span role="alert" className={classes.serious}>
            <b className={classes.urgent}>{t(isForToday ? 'entry.serious' : 'entry.seriousPast')}</b>
            <span>
              {t(isForToday ? 'entry.seriousText' : 'entry.seriousPastText', {
                name,
                value: `${formatValue(serious, category)} ${formatUnit(category.unit_display, language)}`.trim(),
                months: maxResultAgeMonths,
              })}
            </span>
          </span>
        ) : null}
      </td>
    </tr>
  )
}
