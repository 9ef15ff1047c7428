import type { HealthScore } from '@sukoyaka/wire/record/score'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Chart } from '../../ui/chart/Chart.tsx'
import type { ChartColors } from '../../ui/chart/chart-colors.ts'
import { DateText } from '../../ui/date/DateText.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { useListHealthScoresQuery } from './api.ts'
import { historyOption, type PastScore } from './history-option.ts'
import { RankWord } from './RankWord.tsx'
import classes from './ScoreDetail.module.css'

const maxShown = 100
const height = 188

type Props = { score: HealthScore; audience: 'staff' | 'patient' }

/** Scores of a category over time, as a chart and as a table. */
export function ScoreHistory({ score: { user_id, category }, audience }: Props) {
  const { t } = useTranslation('score')
  const { currentData } = useListHealthScoresQuery({ user_id, category_name: [category.name], count: maxShown })
  const known = useMemo(() => currentData?.items.filter((item): item is PastScore => item.point !== null), [currentData])
  return (
    <section className={classes.history}>
      <h4>{t('history.title')}</h4>
      {known && known.length > 1 ? (
        <HistoryChart name={category.display_name} scores={known} audience={audience} />
      ) : (
        <p className={classes.why}>{known ? t('history.none') : ''}</p>
      )}
    </section>
  )
}

function HistoryChart({ name, scores, audience }: Pick<Props, 'audience'> & { name: string; scores: readonly PastScore[] }) {
  const { t } = useTranslation('score')
  const language = useLanguage()
  const dayOf = useCallback((instant: string) => formatDate(instant, language), [language])
  const option = useCallback((colors: ChartColors) => historyOption({ scores, dayOf, point: t('point') }, colors), [scores, dayOf, t])
  const [last, first] = [scores[0]!, scores.at(-1)!]
  return (
    <Chart
      height={height}
      option={option}
      label={t('history.said', { name, from: dayOf(first.calculated_at), times: scores.length, first: first.point, last: last.point })}
      table={
        <table>
          <thead>
            <tr>
              <th scope="col">{t('table.day')}</th>
              <th scope="col">{t('history.point')}</th>
              <th scope="col">{t('history.word')}</th>
            </tr>
          </thead>
          <tbody>
            {scores.map(({ id, calculated_at, point, rank }) => (
              <tr key={id}>
                <th scope="row">
                  <DateText value={calculated_at} />
                </th>
                <td>{point}</td>
                <td>{rank === null ? null : audience === 'staff' ? <RankWord rank={rank} /> : t(`rank.${rank}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  )
}
