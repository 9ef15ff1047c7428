import { type HealthScore, totalName } from '@sukoyaka/wire/record/score'
import { useTranslation } from 'react-i18next'
import { Sparkline } from '../../ui/chart/Sparkline.tsx'
import { DateText } from '../../ui/date/DateText.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { useListHealthScoresQuery } from './api.ts'
import { Rank, statusOfRank } from './Rank.tsx'
import classes from './ScoreDetail.module.css'
import { SourceTable } from './SourceTable.tsx'
import { useSourceWords } from './words.ts'

type Props = { score: HealthScore; reader: 'staff' | 'patient' }

const maxShown = 100

/** One category: score, history, source values and missing values. */
export function ScoreDetail({ score, reader }: Props) {
  const { t } = useTranslation('score')
  const { nameOf } = useSourceWords(reader)
  const { category, point, rank, calculated_at, sources = [], missing = [] } = score
  return (
    <div className={classes.detail}>
      <div className={classes.head}>
        <Rank rank={rank} large />
        <div>
          <h3>{category.display_name}</h3>
          <p className={classes.facts}>
            {point === null ? (
              t(`none.${reader}`)
            ) : (
              <>
                <span className={classes.point}>{point}</span> / 100
              </>
            )}
            <span className={classes.day}>
              <DateText value={calculated_at} />
            </span>
          </p>
        </div>
        {reader === 'patient' && rank ? <p className={classes.words}>{t(`rank.${rank}`)}</p> : null}
      </div>
      {point === null ? <p className={classes.why}>{t(`why.${reader}`)}</p> : null}
      <History score={score} />
      <section>
        <h4>{t(category.name === totalName ? 'sources.total' : 'sources.title')}</h4>
        {sources.length ? <SourceTable sources={sources} reader={reader} /> : <p className={classes.why}>{t('sources.none')}</p>}
      </section>
      {missing.length ? (
        <section>
          <h4>{t(`missing.${reader}`)}</h4>
          <p className={classes.missing}>{missing.map(nameOf).join(t('missing.and'))}</p>
        </section>
      ) : null}
    </div>
  )
}

/** Healthy band of the chart: rank B starts at 75 points. */
const good = { min: 75, max: null }

function History({ score: { user_id, category } }: { score: HealthScore }) {
  const { t } = useTranslation('score')
  const language = useLanguage()
  const { currentData } = useListHealthScoresQuery({ user_id, category_name: [category.name], count: maxShown })
  const known = currentData?.items.filter(({ point }) => point !== null) ?? []
  const [last, first] = [known[0], known.at(-1)]
  return (
    <section className={classes.history}>
      <h4>{t('history.title')}</h4>
      {known.length > 1 && first && last ? (
        <>
          <Sparkline
            width={460}
            height={64}
            band={good}
            points={known.map(({ calculated_at, point, rank }) => ({ recorded_at: calculated_at, value: point!, status: statusOfRank(rank) }))}
            label={t('history.said', {
              name: category.display_name,
              from: formatDate(first.calculated_at, language),
              times: known.length,
              first: first.point,
              last: last.point,
            })}
          />
          <details>
            <summary>{t('history.table')}</summary>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('table.day')}</th>
                  <th scope="col">{t('history.point')}</th>
                </tr>
              </thead>
              <tbody>
                {known.map(({ id, calculated_at, point, rank }) => (
                  <tr key={id}>
                    <th scope="row">
                      <DateText value={calculated_at} />
                    </th>
                    <td>
                      {point} {rank}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      ) : (
        <p className={classes.why}>{currentData ? t('history.none') : ''}</p>
      )}
    </section>
  )
}
