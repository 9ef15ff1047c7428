import { formatValue } from '@sukoyaka/rules/value'
import type { ImportRow } from '@sukoyaka/wire/boards/import-row'
import type { ResultsImport } from '@sukoyaka/wire/boards/results-import'
import { IconAlertCircle, IconChevronDown } from '@tabler/icons-react'
import clsx from 'clsx'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Badge } from '../../ui/status/Badge.tsx'
import { separatorOf } from '../../ui/text/text-lang.ts'
import { CandidateTable } from './candidates/CandidateTable.tsx'
import { lacksPatient } from './candidates/candidates.ts'
import classes from './Detail.module.css'
import { FixForm } from './FixForm.tsx'
import tables from './Tables.module.css'
import type { Category } from './words.ts'

type RowProps = { resultsImport: ResultsImport; row: ImportRow; categories: readonly Category[] }
type Props = RowProps & { mayFix: boolean; isOpen: boolean; onToggle: () => void; onFixed: () => void }

const maxChanges = 4
const nameFields = [['name'], ['last_name', 'first_name'], ['kana'], ['last_name_kana', 'first_name_kana']] as const

/** Name in the file: the first that is filled of full name, last and first name, kana of the full name, and kana of last and first name. */
const writtenName = ({ mapping }: ResultsImport, { cells }: ImportRow) =>
  nameFields.map((fields) => fields.flatMap((field) => cells[mapping.find((column) => column.field === field)?.at ?? -1] || []).join(' ')).find(Boolean) ?? ''

/** One row of the file. If it can be corrected, its form opens below it. */
export function ImportedRow({ resultsImport: run, row, categories, mayFix, isOpen, onToggle, onFixed }: Props) {
  const { t } = useTranslation('results_import')
  const language = useLanguage()
  const openedId = useId()
  const { patient, outcome } = row
  const isFixable = mayFix && row.reasons.length > 0
  return (
    <>
      <tr className={clsx(isFixable && tables.pressable)} data-continues={(isFixable && isOpen) || undefined}>
        <td className={tables.number} data-label={t('rows.line')}>
          {row.line}
        </td>
        <td>
          {patient ? (
            <Link to={`/${patient.id}/summary`} className={classes.person} lang="ja">
              {patient.last_name} {patient.first_name}
            </Link>
          ) : (
            <span lang="ja">{writtenName(run, row)}</span>
          )}
          {patient ? null : (
            <span className={tables.sub}>{row.candidates.length ? t('rows.candidates', { count: row.candidates.length }) : t('rows.unknownPerson')}</span>
          )}
        </td>
        <td className={tables.quiet} data-label={t('rows.day')}>
          {row.tested_on ? <time dateTime={row.tested_on}>{formatDate(row.tested_on, language)}</time> : ''}
        </td>
        <td>
          <RowMessage resultsImport={run} row={row} categories={categories} />
        </td>
        <td>
          {outcome ? <Badge tone={outcome === 'refused' ? 'danger' : 'outline'}>{t(`outcome.${outcome}`)}</Badge> : null}
          {outcome !== 'refused' && row.reasons.length ? (
            <span className={clsx(tables.sub, tables.nowrap)}>{t('rows.partial', { count: row.reasons.length })}</span>
          ) : null}
        </td>
        <td className={tables.toggle}>
          {isFixable ? (
            <button type="button" aria-expanded={isOpen} aria-controls={openedId} onClick={onToggle}>
              <span className="visually-hidden">{t('rows.toggle', { line: row.line })}</span>
              <IconChevronDown aria-hidden />
            </button>
          ) : null}
        </td>
      </tr>
      {/* a closed row stays mounted, so that it keeps what was typed */}
      {isFixable ? (
        <tr id={openedId} hidden={!isOpen}>
          <td className={tables.below} />
          <td colSpan={5}>
            <div className={tables.opened}>
              {lacksPatient(row) ? <CandidateTable resultsImport={run} row={row} /> : null}
              <FixForm key={row.cells.join('\n')} resultsImport={run} row={row} onFixed={onFixed} />
            </div>
          </td>
        </tr>
      ) : null}
    </>
  )
}

/** Description of the row's outcome. */
function RowMessage({ resultsImport: run, row, categories }: RowProps) {
  const { t } = useTranslation('results_import')
  const language = useLanguage()
  const { new_count, same_count, changes, reasons, cells } = row
  const open = (
    <ul className={classes.messages}>
      {reasons.map(({ at, reason }) => (
        <li key={`${at} ${reason}`} className={classes.reason}>
          <IconAlertCircle aria-hidden />
          <span>
            {at === null ? '' : `${run.columns[at]?.header ?? ''}${t('file.of')}${t('rows.written', { text: cells[at] ?? '' })} `}
            {t(`reason.${reason}`)}
          </span>
        </li>
      ))}
    </ul>
  )
  if (row.outcome === 'refused') return open
  const parts = [
    new_count ? t('rows.new', { count: new_count }) : '',
    same_count ? t('rows.same', { count: same_count }) : '',
    row.outcome === 'changed' && !changes.length ? t('rows.grades') : '',
    row.outcome === 'new' && !new_count ? t('rows.gradesOnly') : '',
  ].filter(Boolean)
  return (
    <>
      <p>{parts.length || changes.length ? parts.join(separatorOf(language)) : t('rows.nothing')}</p>
      {changes.length ? (
        <ul className={classes.messages}>
          {changes.slice(0, maxChanges).map(({ at, category_id, before, after, before_comparator, after_comparator }) => {
            const category = categories.find(({ id }) => id === category_id)
            const format = category ?? { decimals: 1 }
            return (
              <li key={at}>
                {t('rows.change', {
                  name: category?.display_name ?? '',
                  before: formatValue({ value: before, comparator: before_comparator }, format),
                  after: formatValue({ value: after, comparator: after_comparator }, format),
                })}
              </li>
            )
          })}
          {changes.length > maxChanges ? <li>{t('rows.more', { count: changes.length - maxChanges })}</li> : null}
        </ul>
      ) : null}
      {reasons.length ? open : null}
    </>
  )
}
