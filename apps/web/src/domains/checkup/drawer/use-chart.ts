import { formatUnit } from '@sukoyaka/rules/record/answer'
import { tokyoDay } from '@sukoyaka/rules/time'
import { formatRange, formatValue } from '@sukoyaka/rules/value'
import type { TestResult } from '@sukoyaka/wire/record/checkup'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showDay } from '../../../ui/date/day.ts'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import type { Grid, Period, Row } from '../grid/model.ts'
import { chartOption } from './chart-option.ts'
import { type ChartMark, markLabel } from './marks.ts'
import { dayOf, resultsInPeriod, spanOf, timeOfDay } from './period.ts'

const assumedWidth = 472
/** The last chosen period; also applies to the next item shown in the drawer. */
let lastPeriod: Period = 'all'

type Options = { row: Row; grid: Grid; marks: readonly ChartMark[] }

/** Results and events of an item in the chosen period, and the chart over them. */
export const useChart = ({ row, grid, marks }: Options) => {
  const { t } = useTranslation('results')
  const language = useLanguage()
  const [period, setPeriod] = useState<Period>(lastPeriod)
  const [isOverlaid, setOverlaid] = useState(false)
  const { category } = row
  const today = tokyoDay(new Date())
  const results = useMemo(() => resultsInPeriod(row.results, period, today), [row, period, today])
  const span = useMemo(() => spanOf(results, period, today), [results, period, today])
  const events = useMemo(
    () => marks.filter(({ at }) => timeOfDay(at) >= span.from && timeOfDay(at) <= span.to).toSorted((a, b) => a.at.localeCompare(b.at)),
    [marks, span],
  )
  const unit = formatUnit(category.unit_display, language)
  const option = useCallback(
    (colors: Parameters<ReturnType<typeof chartOption>>[0]) =>
      chartOption({
        results,
        rangeOf: grid.rangeOf,
        format: category,
        unit,
        ...span,
        marks: isOverlaid ? events.map((event) => ({ at: event.at, label: markLabel(event, t(`mark.${event.kind}`)) })) : [],
        width: assumedWidth,
        rangeWord: (text) => t('drawer.range', { range: text }),
        dayOf: (at) => showDay(dayOf(at)),
      })(colors),
    [results, grid, category, span, events, isOverlaid, t, unit],
  )
  const changePeriod = (next: Period) => {
    lastPeriod = next
    setPeriod(next)
  }
  return { period, changePeriod, isOverlaid, setOverlaid, results, events, option }
}

/** Describes the chart in a sentence for screen readers. */
export const useChartLabel = ({ category, range }: Row, results: readonly TestResult[]) => {
  const { t } = useTranslation('results')
  const first = results[0]
  const last = results.at(-1)
  if (!first || !last) return t('drawer.noValues')
  const trend = results.length === 1 ? 'one' : last.value > first.value ? 'up' : last.value < first.value ? 'down' : 'same'
  const sentence = t(`drawer.said.${trend}`, {
    name: category.display_name,
    year: dayOf(first.recorded_at).slice(0, 4),
    count: results.length,
    first: formatValue(first, category),
    last: formatValue(last, category),
  })
  const printedRange = range ? formatRange(range.healthy, category) : ''
  return printedRange ? t('drawer.said.range', { said: sentence, range: printedRange }) : sentence
}
