import { formatUnit } from '@sukoyaka/rules/record/answer'
import { directionOf } from '@sukoyaka/rules/record/checkup'
import { formatValue } from '@sukoyaka/rules/value'
import type { NotableValue as Value } from '@sukoyaka/wire/boards/timeline'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Sparkline } from '../../ui/chart/Sparkline.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { Flag } from '../../ui/status/Flag.tsx'
import type { Status } from '../../ui/status/marks.tsx'
import { nameLang } from './spoken.ts'
import classes from './TestPackageItem.module.css'

type Props = { value: Value; to: string }

/** A value that is out of range or critical, with its trend. */
export function NotableValue({ value: { category, value, comparator, status, healthy, history }, to }: Props) {
  const { t } = useTranslation('event')
  const language = useLanguage()
  const name = category.display_name
  const direction = healthy ? directionOf({ value, comparator }, { healthy }) : undefined
  const mark = (status ?? undefined) as Status
  const printed = formatValue({ value, comparator }, category)
  return (
    <Link to={to} className={classes.value}>
      <span className={classes.words}>
        <span className={classes.name} lang={nameLang(category, language)}>
          {name}
        </span>
        <span className={classes.measured}>
          <b>{printed}</b> <small>{formatUnit(category.unit_display, language)}</small> {direction ? <Flag direction={direction} status={mark} /> : null}
        </span>
        <span className="visually-hidden">{t('checkup.results')}</span>
      </span>
      <Sparkline
        points={history.map((point, at) => ({ ...point, status: at === history.length - 1 ? mark : undefined }))}
        band={healthy}
        width={72}
        height={28}
        label={t('checkup.trend', { name, count: history.length, first: formatValue(history[0] ?? { value, comparator }, category), last: printed })}
      />
    </Link>
  )
}
