import { type HealthScore, totalName } from '@sukoyaka/wire/record/score'
import { useTranslation } from 'react-i18next'
import { DateText } from '../../ui/date/DateText.tsx'
import { CapNote } from './CapNote.tsx'
import { RankWord } from './RankWord.tsx'
import classes from './ScoreDetail.module.css'
import { ScoreHistory } from './ScoreHistory.tsx'
import { SourceTable } from './SourceTable.tsx'
import { useSourceWords } from './words.ts'

type Props = { score: HealthScore; hasUnreleased: boolean; audience: 'staff' | 'patient' }

/** One category: its score, the history and the values behind it. */
export function ScoreDetail({ score, hasUnreleased, audience }: Props) {
  const { t } = useTranslation('score')
  const { nameOf } = useSourceWords(audience)
  const { category, point, rank, calculated_at, sources = [], missing = [], caps = [] } = score
  return (
    <div className={classes.detail}>
      <div className={classes.head}>
        <div>
          <h3>{category.display_name}</h3>
          <p className={classes.facts}>
            {point === null ? (
              t(`none.${audience}`)
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
        {rank ? audience === 'patient' ? <p className={classes.words}>{t(`rank.${rank}`)}</p> : <RankWord rank={rank} large /> : null}
      </div>
      {point === null ? <p className={classes.why}>{t(`why.${audience}`)}</p> : null}
      {hasUnreleased ? <p className={classes.why}>{t('unreleased.note')}</p> : null}
      {rank && caps.length ? <CapNote caps={caps} rank={rank} audience={audience} /> : null}
      <ScoreHistory score={score} audience={audience} />
      <section>
        <h4>{t(category.name === totalName ? 'sources.total' : 'sources.title')}</h4>
        {sources.length ? <SourceTable sources={sources} audience={audience} /> : <p className={classes.why}>{t('sources.none')}</p>}
      </section>
      {missing.length ? (
        <section>
          <h4>{t(`missing.${audience}`)}</h4>
          <p className={classes.missing}>{missing.map(nameOf).join(t('missing.and'))}</p>
        </section>
      ) : null}
    </div>
  )
}
