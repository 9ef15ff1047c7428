import { formatUnit } from '@sukoyaka/rules/record/answer'
import { directionOf } from '@sukoyaka/rules/record/checkup'
import { tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import { formatRange, formatValue } from '@sukoyaka/rules/value'
import type { TodayFinding, TodayItem } from '@sukoyaka/wire/boards/today'
import type { ResultStatus } from '@sukoyaka/wire/record/checkup'
import { useTranslation } from 'react-i18next'
import { RangeBar } from '../../ui/chart/RangeBar.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Flag } from '../../ui/status/Flag.tsx'
import { toneOf } from '../../ui/status/marks.tsx'
import { StatusMark } from '../../ui/status/StatusMark.tsx'
import { recordLang } from '../../ui/text/record-lang.ts'
import classes from './Row.module.css'
import { scaleOf } from './scale.ts'

/**
 * Abnormal values against their reference range, with the previous value. A value has a day if it is not the day of the row; `withDays`: each value, for
 * dialogs, which do not show the day of the row.
 */
export function Findings({ item, withDays }: { item: TodayItem; withDays?: boolean }) {
  const { t } = useTranslation('today')
  const more = item.count - item.findings.length
  return (
    <>
      {item.findings.map((finding) => (
        <Finding
          key={`${finding.category_id}/${finding.recorded_at}`}
          finding={finding}
          hasDay={withDays || tokyoDay(finding.recorded_at) !== tokyoDay(item.at)}
        />
      ))}
      {more > 0 ? <p className={classes.more}>{t('why.more', { count: more })}</p> : null}
    </>
  )
}

function SeverityWord({ finding: { is_serious, is_told, is_far } }: { finding: TodayFinding }) {
  const { t } = useTranslation('today')
  if (!is_serious && !is_far) return null
  const word = is_serious ? (is_told ? 'why.told' : 'why.serious') : 'why.far'
  // the space, unlike a margin, stays at the end of the line if the word wraps
  return (
    <>
      {'\u2002'}
      <span className={is_serious && !is_told ? classes.serious : classes.far}>{t(word)}</span>
    </>
  )
}

function Finding({ finding, hasDay }: { finding: TodayFinding; hasDay: boolean }) {
  const { t } = useTranslation(['today', 'ui'])
  const language = useLanguage()
  const { display_name: name, previous_value, previous_comparator, later, healthy } = finding
  const unit = formatUnit(finding.unit_display, language)
  const status = finding.status as ResultStatus | null
  const value = formatValue(finding, finding)
  const range = healthy ? formatRange(healthy, finding) : ''
  const direction = healthy ? directionOf(finding, { healthy }) : undefined
  // whether a critical value came before or after a call; a checkup whose time is unknown is at midnight
  const hasTime = finding.is_serious && finding.recorded_at !== tokyoStartOfDay(tokyoDay(finding.recorded_at)).toISOString()
  return (
    <p className={classes.finding}>
      <span className={classes.mark}>
        <StatusMark status={status} audience="staff" withWord={false} />
      </span>
      <span className={classes.category} lang={recordLang(name, language)}>
        {name}
        <SeverityWord finding={finding} />
      </span>
      <span className={classes.measured}>
        <span className={classes.value}>{value}</span> <span className={classes.unit}>{unit}</span>
        <span className={classes.flag}>{direction ? <Flag direction={direction} status={status} /> : null}</span>
      </span>
      <span className={classes.bar}>
        {healthy ? (
          <RangeBar
            value={finding.value}
            status={status}
            band={healthy}
            {...scaleOf(finding)}
            width={84}
            label={t('today:why.bar', { name, value: `${value} ${unit}`.trim(), range, status: t(`ui:status.staff.${toneOf(status)}`) })}
          />
        ) : null}
      </span>
      <span className={classes.before}>
        {hasDay ? <span>{t('today:why.measured', { day: formatDate(finding.recorded_at, language, { time: hasTime }) })}</span> : null}
        {later ? <span>{t('today:why.later', { value: formatValue(later, finding), day: formatDate(later.recorded_at, language) })}</span> : null}
        <span>
          {previous_value === null
            ? t('today:why.first')
            : t('today:why.previous', { value: formatValue({ value: previous_value, comparator: previous_comparator }, finding) })}
        </span>
        {range ? <span>{t('today:why.range', { range })}</span> : null}
      </span>
    </p>
  )
}
