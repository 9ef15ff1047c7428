import type { ProviderJudgement } from '@sukoyaka/wire/record/checkup'
import { useTranslation } from 'react-i18next'
import classes from './ProviderJudgements.module.css'

/** The checkup provider's judgements in its own words, separate from our judgements and the score. */
export function ProviderJudgements({ judgements }: { judgements: readonly ProviderJudgement[] }) {
  const { t } = useTranslation('checkup')
  const shown = judgements.toSorted((a, b) => Number(b.is_overall) - Number(a.is_overall))
  if (!shown.length) return null
  return (
    <div className={classes.judgements}>
      <span className={classes.title}>{t('provider.title')}</span>
      <dl className={classes.list}>
        {shown.map(({ name, text, is_overall }) => (
          <div key={name} className={classes.judgement}>
            <dt lang="ja">{name}</dt>
            <dd lang="ja" data-overall={is_overall || undefined}>
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
