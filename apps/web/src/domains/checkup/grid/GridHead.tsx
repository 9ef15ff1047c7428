import { clsx } from 'clsx'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { showDay } from '../../../ui/date/day.ts'
import { japaneseLang } from '../../../ui/text/text-lang.ts'
import type { Audience } from '../spoken.ts'
import classes from './GridHead.module.css'
import { measuredKey } from './measured.ts'
import type { Column } from './model.ts'
import type { Sizes } from './window/sizes.ts'
import type { Span } from './window/spans.ts'

export type Picking = { keys: ReadonlySet<string>; isFull: boolean; onPick: (key: string) => void }

type Props = {
  columns: readonly Column[]
  spans: readonly Span[]
  sizes: Sizes
  newest: string | undefined
  lead: number
  audience: Audience
  picking?: Picking
}

export const GridHead = memo(function GridHead({ columns, spans, sizes, newest, lead, audience, picking }: Props) {
  const { t } = useTranslation('results')
  const at = sizes.range > 0 ? 2 : 1
  return (
    <thead className={classes.head}>
      <tr style={{ height: sizes.head }} aria-rowindex={1}>
        <th scope="col" className={clsx(classes.headItem, !(sizes.range > 0) && classes.ruled)} aria-colindex={1}>
          {t('grid.item')}
        </th>
        {sizes.range > 0 ? (
          <th scope="col" className={clsx(classes.headRange, classes.ruled)} aria-colindex={2}>
            {t('grid.range')}
          </th>
        ) : null}
        {sizes.trend > 0 ? (
          <th scope="col" className={classes.trendHead} aria-colindex={at + 1}>
            {t('grid.trend')}
          </th>
        ) : null}
        {sizes.change > 0 ? (
          <th scope="col" className={classes.changeHead} aria-colindex={at + 2}>
            {t('grid.change')}
          </th>
        ) : null}
        {spans.map((span) => {
          if (span.skip) return <td key={`s${span.at}`} colSpan={span.skip} role="presentation" />
          const column = columns[span.at]!
          return (
            <th
              key={column.key}
              scope="col"
              className={clsx(classes.day, column.key === newest && classes.newest)}
              aria-colindex={lead + span.at + 1}
              title={column.key === measuredKey ? undefined : column.test_package?.location || column.origin || undefined}
            >
              <ColumnName column={column} audience={audience} picking={picking} />
            </th>
          )
        })}
      </tr>
    </thead>
  )
})

function ColumnName({ column, audience, picking }: { column: Column; audience: Audience; picking?: Picking }) {
  const { t } = useTranslation('results')
  if (column.key === measuredKey)
    return (
      <>
        <span className={classes.date}>{t('grid.measured')}</span>
        <span className={classes.kind}>{t('grid.measuredNewest')}</span>
      </>
    )
  const kind = column.test_package ? t(`kind.${column.test_package.kind}`) : column.origin || t('kind.none')
  const names = (
    <>
      <span className={classes.date}>{showDay(column.day)}</span>
      <span className={classes.kind}>
        {column.is_unreleased && audience === 'staff' ? <span className={classes.unreleased}>{t('grid.unreleased')}</span> : null}
        <span className={classes.kindName} lang={column.test_package ? undefined : japaneseLang(column.origin)}>
          {kind}
        </span>
      </span>
    </>
  )
  if (!picking) return names
  const isPicked = picking.keys.has(column.key)
  return (
    <label className={classes.pick}>
      <input type="checkbox" checked={isPicked} disabled={!isPicked && picking.isFull} onChange={() => picking.onPick(column.key)} />
      <span className={classes.pickNames}>{names}</span>
    </label>
  )
}
