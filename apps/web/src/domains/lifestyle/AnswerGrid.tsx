import { IconChevronDown } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { SearchInput } from '../../ui/form/SearchInput.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { FilterBar, FilterSelect, FilterSwitch } from '../../ui/layout/FilterBar.tsx'
import { useScrollFade } from '../../ui/layout/use-scroll-fade.ts'
import { Badge } from '../../ui/status/Badge.tsx'
import { MarkIcon, type Tone } from '../../ui/status/marks.tsx'
import classes from './AnswerGrid.module.css'
import { type AnswerCell, type AnswerRow, type AnswerTable, type AnswerView, shownAnswers } from './answer-table.ts'

type Props = { table: AnswerTable; caption: string; answerKind: 'lifestyle' | 'symptom'; audience: 'staff' | 'patient' }

const noFilter: AnswerView = { q: '', group: '', onlyUnhealthy: false }

/** Table of answers: a row per question, in groups, and a column per date of answering, the newest first. */
export function AnswerGrid({ table, caption, answerKind, audience }: Props) {
  const { t } = useTranslation('answer')
  const [view, setView] = useState(noFilter)
  const visibleGroups = shownAnswers(table.groups, view)
  const unhealthyCount = table.groups.flatMap(({ rows }) => rows).filter((row) => row.isUnhealthy).length
  const switchWords =
    audience === 'patient' ? (answerKind === 'symptom' ? 'trouble.mineSymptom' : 'trouble.mine') : answerKind === 'symptom' ? 'troubleSymptom' : 'trouble'
  return (
    <div className={classes.whole}>
      <FilterBar>
        <div className={classes.search}>
          <SearchInput label={t('search')} value={view.q} onChange={(q) => setView({ ...view, q })} />
        </div>
        <FilterSelect label={t('group')} value={view.group} onChange={(group) => setView({ ...view, group })}>
          <option value="">{t('allGroups')}</option>
          {table.groups.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </FilterSelect>
        <FilterSwitch
          label={t(switchWords)}
          count={t('count', { count: unhealthyCount })}
          checked={view.onlyUnhealthy}
          onChange={(onlyUnhealthy) => setView({ ...view, onlyUnhealthy })}
        />
        <span className={classes.hint}>{t('columnsAre')}</span>
      </FilterBar>
      {visibleGroups.length ? (
        <Table table={{ ...table, groups: visibleGroups }} caption={caption} answerKind={answerKind} audience={audience} />
      ) : (
        <Empty
          title={view.q ? t('nothingFound', { words: view.q }) : t('noTrouble')}
          text={view.q ? t('nothingFoundText') : undefined}
          action={<Button onClick={() => setView(noFilter)}>{t('showAll')}</Button>}
        />
      )}
    </div>
  )
}

function Table({ table: { moments, groups }, caption, answerKind, audience }: Props) {
  const { t } = useTranslation('answer')
  const language = useLanguage()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const frame = useRef<HTMLElement>(null)
  useScrollFade(frame)
  const toggle = (name: string) => setClosed((before) => (before.has(name) ? new Set([...before].filter((item) => item !== name)) : new Set([...before, name])))
  // unhealthy symptoms are red for staff; for patients they are warnings, as lifestyle answers are for everybody
  const tone: Tone = answerKind === 'symptom' && audience === 'staff' ? 'danger' : 'warning'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the table
    <section ref={frame} className={classes.frame} tabIndex={0} aria-label={caption}>
      <table className={classes.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={classes.item}>
              {t('item')}
            </th>
            {moments.map((moment, at) => (
              <th key={moment} scope="col" className={at === 0 ? classes.newest : undefined}>
                <span className={classes.date}>{formatDate(moment, language)}</span>
                <span className={classes.kind}>{t('column.questionnaire')}</span>
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ name, label, rows }) => {
          const isOpen = !closed.has(name)
          return (
            <tbody key={name}>
              <tr className={classes.group}>
                <th scope="rowgroup" colSpan={moments.length + 1}>
                  <button type="button" aria-expanded={isOpen} onClick={() => toggle(name)}>
                    <IconChevronDown aria-hidden />
                    {label}
                    <span className={classes.count}>{rows.length}</span>
                  </button>
                </th>
              </tr>
              {isOpen ? rows.map((row) => <Row key={row.id} row={row} answerKind={answerKind} tone={tone} audience={audience} />) : null}
            </tbody>
          )
        })}
      </table>
    </section>
  )
}

function Row({ row, answerKind, tone, audience }: { row: AnswerRow; answerKind: Props['answerKind']; tone: Tone; audience: Props['audience'] }) {
  const { t } = useTranslation('answer')
  return (
    <tr>
      <th scope="row" className={classes.item}>
        {row.name}
        {row.red_flag && row.isUnhealthy && audience === 'staff' ? (
          <span className={classes.flag}>
            <Badge tone="outline">{t('redFlag')}</Badge>
          </span>
        ) : null}
      </th>
      {row.cells.map((cell, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by position
        <td key={at} className={cell?.isUnhealthy ? classes[tone] : undefined}>
          <Cell cell={cell} answerKind={answerKind} tone={tone} />
        </td>
      ))}
    </tr>
  )
}

function Cell({ cell, answerKind, tone }: { cell: AnswerCell | undefined; answerKind: Props['answerKind']; tone: Tone }) {
  const { t } = useTranslation('answer')
  if (!cell)
    return (
      <span className={classes.none}>
        <span aria-hidden>·</span>
        <span className="visually-hidden">{t('none')}</span>
      </span>
    )
  return (
    <span className={classes.answer}>
      <span className={classes.mark}>{cell.isUnhealthy ? <MarkIcon tone={tone} /> : null}</span>
      <span className={classes.text}>{cell.text}</span>
      {cell.isUnhealthy ? <span className="visually-hidden">{t(`mark.${answerKind}`)}</span> : null}
      {cell.important ? <Badge tone="outline">{t('important')}</Badge> : null}
      {cell.changed ? <span className={classes.changed}>{t('changed')}</span> : null}
    </span>
  )
}
