import { isKnownToApply } from '@sukoyaka/rules/care/assessment'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Disease } from '@sukoyaka/wire/care/assessment'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../ui/status/Badge.tsx'
import classes from './DiseasePanel.module.css'

type Risk = NonNullable<Disease['disease_risks']>[number]
type Props = { risks: Risk[]; known: Parameters<typeof isKnownToApply>[1] }

const weights = [1, 2, 3] as const

/** Risk factors: those known to apply to this patient first, then by weight. Those of the other sex are left out. */
export function RiskList({ risks, known }: Props) {
  const { t } = useTranslation('assessment')
  const today = tokyoDay(new Date())
  const wordOf = ({ type, display_name, min_age, sex }: Risk) => {
    if (type === 'age') return t('panel.age', { count: min_age ?? 0 })
    if (type === 'sex') return t(sex === 'male' ? 'panel.male' : 'panel.female')
    return type === 'family_history' ? t('panel.family', { name: display_name }) : display_name
  }
  const possible = risks.filter(({ type, sex }) => type !== 'sex' || known.sex === null || sex === known.sex)
  if (possible.length === 0) return <p className={classes.none}>{t('panel.noRisks')}</p>
  const sorted = possible
    .map((risk) => ({ risk, applies: isKnownToApply(risk, known, today) }))
    .sort((a, b) => Number(b.applies) - Number(a.applies) || b.risk.weight - a.risk.weight)
  return (
    <>
      <ul>
        {sorted.map(({ risk, applies }) => {
          const weight = weights.find((item) => item === risk.weight)
          return (
            <li key={`${risk.type} ${risk.id ?? ''} ${risk.min_age ?? ''} ${risk.sex ?? ''}`} className={clsx(classes.row, classes.line)}>
              <span className={applies ? classes.applies : undefined}>{wordOf(risk)}</span>
              {applies ? <Badge tone="warning">{t('panel.applies')}</Badge> : null}
              {weight ? <span className={classes.day}>{t('weight.label', { word: t(`weight.${weight}`) })}</span> : null}
            </li>
          )
        })}
      </ul>
      {sorted.some(({ applies }) => !applies) ? <p className={classes.none}>{t('panel.unmarked')}</p> : null}
    </>
  )
}
