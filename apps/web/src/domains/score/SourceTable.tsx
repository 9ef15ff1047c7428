import type { HealthScoreSource } from '@sukoyaka/wire/record/score'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { DateText } from '../../ui/date/DateText.tsx'
import { StatusMark } from '../../ui/status/StatusMark.tsx'
import classes from './SourceTable.module.css'
import { useSourceWords } from './words.ts'

type Props = { sources: readonly HealthScoreSource[]; audience: 'staff' | 'patient' }

/** Source values at the time of calculation, with status and date unless they are scores; staff also see the weights. */
export function SourceTable({ sources, audience }: Props) {
  const { t } = useTranslation('score')
  const { nameOf, formatSource, unitOf, statusOf } = useSourceWords(audience)
  const isStaff = audience === 'staff'
  const hasMarks = sources.some(({ type }) => type !== 'health_score_category')
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('table.item')}</th>
          <th scope="col" className={classes.right}>
            {t('table.value')}
          </th>
          {hasMarks ? (
            <th scope="col" className={classes.status}>
              {t('table.status')}
            </th>
          ) : null}
          {hasMarks ? <th scope="col">{t('table.day')}</th> : null}
          {isStaff ? (
            <th scope="col" className={classes.right}>
              {t('table.weight')}
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <tr key={`${source.type} ${source.name}`}>
            <th scope="row">{nameOf(source)}</th>
            <td className={classes.right}>
              <span className={classes.value}>{formatSource(source)}</span> <span className={classes.unit}>{unitOf(source)}</span>
            </td>
            {hasMarks ? (
              <td className={classes.status}>
                <StatusMark status={statusOf(source)} audience={audience} />
              </td>
            ) : null}
            {hasMarks ? (
              <td className={classes.day}>
                <DateText value={source.day} />
              </td>
            ) : null}
            {isStaff ? <td className={clsx(classes.right, classes.unit, classes.weight)}>{source.weight}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
