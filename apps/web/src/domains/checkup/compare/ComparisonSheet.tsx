import { formatUnit } from '@sukoyaka/rules/record/answer'
import { tokyoDay } from '@sukoyaka/rules/time'
import { formatChange, formatRange, formatValue } from '@sukoyaka/rules/value'
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { Fragment, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { Segmented } from '../../../ui/choice/Segmented.tsx'
import { showDay } from '../../../ui/date/day.ts'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { Empty } from '../../../ui/layout/Empty.tsx'
import { PrintedSheet } from '../../../ui/layout/PrintedSheet.tsx'
import { MarkIcon, type Status, toneOf } from '../../../ui/status/marks.tsx'
import { useCompleteGrid } from '../grid/complete.ts'
import { groupWord } from '../grid/group-words.ts'
import { type Column, type Grid, sideOf } from '../grid/model.ts'
import { type Audience, nameLang, shownSide, shownStatus, useStatusWords } from '../spoken.ts'
import classes from './ComparisonSheet.module.css'
import { sentenceOf } from './sentence.ts'
import { type Compared, sheetOf } from './sheet.ts'

type Props = { grid: Grid; keys: readonly string[]; audience: Audience; patient_name?: string; onClose: () => void }

const tones = { worse: 'worse', better: 'better', changed: 'changed' } as const

/** Compares checkups side by side, with a sentence per notable change. Printing outputs this sheet only. */
export function ComparisonSheet({ grid: shownGrid, keys, audience, patient_name, onClose }: Props) {
  const { t } = useTranslation(['results', 'common'])
  const words = useStatusWords(audience)
  const language = useLanguage()
  const [filter, setFilter] = useState<'all' | 'notable'>('all')
  const title = useRef<HTMLHeadingElement>(null)
  // the grid has all values of checkups, but not of days
  const { grid, isComplete } = useCompleteGrid(shownGrid, () => keys.some((key) => key.startsWith('d')))
  const sheet = useMemo(() => sheetOf(grid, keys), [grid, keys])
  const notableIds = new Set(sheet.notable.map(({ row }) => row.category.id))
  const groups = sheet.groups
    .map(({ name, rows }) => ({ name, rows: filter === 'all' ? rows : rows.filter(({ row }) => notableIds.has(row.category.id)) }))
    .filter(({ rows }) => rows.length > 0)
  useEffect(() => title.current?.focus(), [])

  return (
    <PrintedSheet className={classes.place}>
      <div className={classes.bar}>
        <Button icon={<IconArrowLeft aria-hidden />} kind="ghost" onClick={onClose}>
          {t('results:compare.back')}
        </Button>
        <span className={classes.grow} />
        <Segmented
          label={t('results:compare.show')}
          value={filter}
          onChange={setFilter}
          options={[
            { value: 'all', label: t('results:compare.all') },
            { value: 'notable', label: t('results:compare.notable') },
          ]}
        />
        <Button kind="primary" icon={<IconPrinter aria-hidden />} onClick={() => window.print()}>
          {t('results:compare.print')}
        </Button>
      </div>
      <article className={classes.sheet}>
        <header className={classes.head}>
          <h2 ref={title} tabIndex={-1}>
            {t('results:compare.title')}
          </h2>
          {patient_name ? <p className={classes.whose}>{patient_name}</p> : null}
          <p className={classes.printed}>{t('results:compare.printed', { day: showDay(tokyoDay(new Date())) })}</p>
        </header>
        <section aria-label={t('results:compare.notable')} className={classes.changes}>
          <h3>{t('results:compare.notable')}</h3>
          {sheet.notable.length === 0 ? (
            <p>{t('results:compare.nothing')}</p>
          ) : (
            <ul>
              {sheet.notable.map(({ row, change }) => (
                <li key={row.category.id} className={classes[tones[change.kind]]}>
                  <MarkIcon tone={toneOf(change.to.status as Status | null)} />
                  <span>{sentenceOf(t, words, { audience, language }, row.category, change)}</span>
                </li>
              ))}
            </ul>
          )}
        </section>
        {groups.length === 0 ? (
          <Empty title={t('results:compare.nothing')} />
        ) : (
          <CompareTable columns={sheet.columns} groups={groups} grid={grid} audience={audience} />
        )}
        {isComplete ? null : <p className={classes.note}>{t('results:cut')}</p>}
        <p className={classes.note}>{t(audience === 'patient' ? 'results:compare.notePatient' : 'results:compare.note')}</p>
      </article>
    </PrintedSheet>
  )
}

type TableProps = Pick<Props, 'grid' | 'audience'> & { columns: readonly Column[]; groups: readonly { name: string; rows: readonly Compared[] }[] }

function CompareTable({ columns, groups, grid, audience }: TableProps) {
  const { t } = useTranslation('results')
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('grid.item')}</th>
            <th scope="col">{t('grid.range')}</th>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={classes.right}>
                <ColumnName column={column} audience={audience} />
              </th>
            ))}
            <th scope="col" className={classes.right}>
              {t('compare.difference')}
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ name, rows }) => (
            <Fragment key={name}>
              <tr className={classes.group}>
                <th scope="colgroup" colSpan={columns.length + 3}>
                  {groupWord(t, name)}
                </th>
              </tr>
              {rows.map((row) => (
                <CompareRow key={row.row.category.id} compared={row} grid={grid} audience={audience} />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ColumnName({ column, audience }: { column: Column; audience: Audience }) {
  const { t } = useTranslation('results')
  return (
    <>
      <span className={classes.date}>{showDay(column.day)}</span>
      <span className={classes.kind}>
        {column.test_package ? t(`kind.${column.test_package.kind}`) : column.origin || t('kind.none')}
        {column.is_unreleased && audience === 'staff' ? ` ${t('grid.unreleased')}` : ''}
      </span>
      {column.test_package?.location ? <span className={classes.kind}>{column.test_package.location}</span> : null}
    </>
  )
}

function CompareRow({ compared: { row, cells, change, ends }, grid, audience }: { compared: Compared; grid: Grid; audience: Audience }) {
  const language = useLanguage()
  const words = useStatusWords(audience)
  const { category, range } = row
  return (
    <tr>
      <th scope="row" className={change && change.kind !== 'changed' ? classes.marked : undefined} lang={nameLang(category, language)}>
        {category.display_name}
      </th>
      <td className={classes.range}>
        {range ? formatRange(range.healthy, category) : ''} {formatUnit(category.unit_display, language)}
      </td>
      {cells.map((cell, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a sheet never move
        if (!cell) return <td key={at} aria-label={words.unmeasured} />
        const judgedBy = grid.rangeOf(cell)
        const shown = shownStatus(audience, cell, judgedBy)
        const tone = shown?.tone ?? 'healthy'
        const side = shownSide(audience, category, sideOf(cell, judgedBy))
        const isHighlighted = tone !== 'healthy' && judgedBy
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <td key={at} className={clsx(classes.value, isHighlighted && classes[tone])}>
            <span className={clsx(classes.number, shown?.isSerious && classes.serious)}>
              {tone === 'healthy' ? null : <MarkIcon tone={tone} size={10} />}
              {formatValue(cell, category)}
              <span className={classes.flag} aria-hidden="true">
                {side === 'high' ? 'H' : side === 'low' ? 'L' : ''}
              </span>
            </span>
            {shown ? <span className="visually-hidden">{words.of(shown, side)}</span> : null}
          </td>
        )
      })}
      <td className={classes.right}>{ends ? formatChange(...ends, category, language) : ''}</td>
    </tr>
  )
}
