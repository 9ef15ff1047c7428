import { tokyoDay } from '@sukoyaka/rules/time'
import { IconChevronDown } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { Badge } from '../../../ui/status/Badge.tsx'
import { MarkIcon } from '../../../ui/status/marks.tsx'
import { japaneseLang } from '../../../ui/text/text-lang.ts'
import classes from './ChangesTable.module.css'
import type { AnswerCell, AnswerRow } from './rows.ts'

export type Group = { id: string; label: string; sign?: string | undefined; rows: readonly AnswerRow[]; isCollapsed?: boolean; isNew?: boolean }
/** A column of the table. The first is the questionnaire shown; the others link to their questionnaires. */
export type Moment = { answered_at: string | null; to?: string }

type Props = { caption: string; item: string; moments: readonly Moment[]; groups: readonly Group[]; hasPlaces?: boolean; isProse?: boolean }

/** Answers by kind of change, next to older answers; each group can be collapsed. `isProse` gives long answers more room than their questions. */
export function ChangesTable({ caption, item, moments, groups, hasPlaces, isProse }: Props) {
  const { t } = useTranslation('questionnaire')
  const width = moments.length + (hasPlaces ? 2 : 1)
  return (
    <div className={classes.frame}>
      <table className={clsx(classes.table, isProse && classes.prose)}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {hasPlaces ? (
              <th scope="col" className={classes.place}>
                {t('staff.place')}
              </th>
            ) : null}
            <th scope="col">{item}</th>
            <MomentHeads moments={moments} />
          </tr>
        </thead>
        {groups.map((group) => (
          <GroupRows key={group.id} group={group} width={width} hasPlaces={hasPlaces} />
        ))}
      </table>
    </div>
  )
}

const yearOf = (at: string) => tokyoDay(at).slice(0, 4)

/** `isShort` omits the year, or the day if the year differs from that of the first column. */
export function MomentHeads({ moments, isShort = false }: { moments: readonly Moment[]; isShort?: boolean }) {
  const { t } = useTranslation('questionnaire')
  const language = useLanguage()
  const newest = moments[0]?.answered_at
  return moments.map(({ answered_at, to }, at) => {
    const isOfYear = !newest || !answered_at || yearOf(answered_at) === yearOf(newest)
    const look = !isShort ? {} : isOfYear ? { year: false } : { yearMonth: true }
    const day = answered_at ? formatDate(answered_at, language, look) : t('item.open')
    return (
      <th key={to ?? 'now'} scope="col" className={clsx(classes.moment, at === 0 && classes.now)}>
        {to ? (
          <Link to={to} aria-label={t('staff.openDay', { day: answered_at ? formatDate(answered_at, language) : day })}>
            {day}
          </Link>
        ) : (
          day
        )}
      </th>
    )
  })
}

function GroupRows({
  group: { id, label, sign, rows, isCollapsed = false, isNew = false },
  width,
  hasPlaces,
}: { group: Group; width: number } & Pick<Props, 'hasPlaces'>) {
  const [isOpen, setOpen] = useState(!isCollapsed)
  return (
    <tbody id={id}>
      <tr className={classes.group}>
        <th scope="rowgroup" colSpan={width}>
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <IconChevronDown aria-hidden />
            {sign ? (
              <span className={classes.sign} aria-hidden>
                {sign}
              </span>
            ) : null}
            {label}
            <span className={classes.count}>{rows.length}</span>
          </button>
        </th>
      </tr>
      {isOpen ? rows.map((row) => <Row key={row.path} row={row} width={width} hasPlaces={hasPlaces} isNew={isNew} />) : null}
    </tbody>
  )
}

/** A text beside the newest yes or no that is longer than this (in UTF-16 units) gets a line of its own. */
const lineLength = 40

type RowProps = { row: AnswerRow; width: number; hasPlaces: boolean | undefined; isNew: boolean }

function Row({ row, width, hasPlaces, isNew }: RowProps) {
  const { t } = useTranslation('questionnaire')
  const [newest, ...older] = row.cells
  const words = newest && !isTextAnswer(newest) && newest.text && newest.text.length > lineLength ? newest.text : undefined
  const cells = newest && words ? [{ kind: newest.kind }, ...older] : row.cells
  const line = (
    <tr className={words ? classes.worded : undefined}>
      {hasPlaces ? <td className={classes.place}>{row.place}</td> : null}
      <th scope="row">
        <span className={classes.name}>
          {row.name}
          {row.isUrgent ? <Badge tone="danger">{t('staff.urgent')}</Badge> : null}
        </span>
        {hasPlaces ? <span className={classes.placeBelow}>{row.place}</span> : null}
      </th>
      <AnswerCells cells={cells} isNew={isNew} hasChanged={row.hasChanged} />
    </tr>
  )
  if (!words) return line
  return (
    <>
      {line}
      <tr>
        <td colSpan={width} className={classes.words} lang={japaneseLang(words)}>
          {words}
        </td>
      </tr>
    </>
  )
}

const isTextAnswer = ({ kind }: AnswerCell) => kind === 'text' || kind === 'outside'

type CellsProps = { cells: readonly AnswerCell[]; isNew?: boolean; hasChanged?: boolean | undefined }

export function AnswerCells({ cells, isNew = false, hasChanged = false }: CellsProps) {
  return cells.map((cell, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by position
    <td key={at} className={clsx(classes.answer, at === 0 && classes.newest, at === 0 && isNew && cell.kind === 'yes' && classes.hit)}>
      <Answer cell={cell} isNewest={at === 0} hasChanged={at === 0 && hasChanged} />
    </td>
  ))
}

/** Only the newest answers have a coloured mark. */
function Answer({ cell, isNewest, hasChanged }: { cell: AnswerCell; isNewest: boolean; hasChanged: boolean }) {
  const { t } = useTranslation('questionnaire')
  const { kind, text } = cell
  const word = kind === 'yes' ? t('yes') : kind === 'no' ? t('no') : kind === 'open' ? t('staff.open') : text
  const tone = !isNewest ? undefined : kind === 'yes' ? 'danger' : kind === 'outside' ? 'warning' : kind === 'open' ? 'unknown' : undefined
  return (
    <Fragment>
      <span className={clsx(classes.word, tone && classes[tone], (kind === 'no' || kind === 'open') && classes.quiet)}>
        {tone ? <MarkIcon tone={tone} /> : null}
        <span>{word}</span>
        {kind === 'outside' ? <span className="visually-hidden">{t('staff.outside')}</span> : null}
      </span>
      {kind === 'outside' && hasChanged ? <span className={classes.changed}>{t('staff.changed')}</span> : null}
      {text && !isTextAnswer(cell) ? (
        <span className={clsx(classes.text, !isNewest && classes.older)} lang={japaneseLang(text)}>
          {text}
        </span>
      ) : null}
    </Fragment>
  )
}
