import { formatValue } from '@sukoyaka/rules/value'
import type { ImportRow } from '@sukoyaka/wire/boards/import-row'
import type { ResultsImport } from '@sukoyaka/wire/boards/results-import'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Badge } from '../../ui/status/Badge.tsx'
import { CandidateTable } from './candidates/CandidateTable.tsx'
import { lacksPatient } from './candidates/candidates.ts'
import classes from './Detail.module.css'
import { FixForm } from './FixForm.tsx'
import tables from './Tables.module.css'
import type { Category } from './words.ts'

type Props = { resultsImport: ResultsImport; row: ImportRow; categories: readonly Category[]; mayFix: boolean }

const maxChanges = 4
const nameFields = [['name'], ['last_name', 'first_name'], ['kana'], ['last_name_kana', 'first_name_kana']] as const

/** Name in the file: the first filled of full name, last and first name, and their kana. */
const writtenName = ({ mapping }: ResultsImport, { cells }: ImportRow) =>
  nameFields.map((fields) => fields.flatMap((field) => cells[mapping.find((column) => column.field === field)?.at ?? -1] || []).join(' ')).find(Boolean) ?? ''

export function ImportedRow({ resultsImport: run, row, categories, mayFix }: Props) {
  const { t } = useTranslation('results_import')
  const language = useLanguage()
  const { patient, outcome } = row
  const isUnassigned = mayFix && lacksPatient(row)
  return (
    <>
      <tr data-continues={isUnassigned || undefined}>
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
          {outcome ? <Badge tone={outcome === 'refused' ? 'danger' : 'outline'}>{t(`outcome.${outcome}`)}</Badge> : null}
          {outcome !== 'refused' && row.reasons.length ? <span className={tables.sub}>{t('rows.partial', { count: row.reasons.length })}</span> : null}
        </td>
        <td>
          {outcome === 'refused' && mayFix ? null : <RowMessage resultsImport={run} row={row} categories={categories} mayFix={mayFix} />}
          {row.reasons.length && mayFix ? <FixForm key={row.cells.join('\n')} resultsImport={run} row={row} /> : null}
        </td>
      </tr>
      {isUnassigned ? (
        <tr>
          <td className={tables.below} />
          <td colSpan={4}>
            <CandidateTable resultsImport={run} row={row} />
          </td>
        </tr>
      ) : null}
    </>
  )
}

/** Description of the row's outcome. */
function RowMessage({ resultsImport: run, row, categories, mayFix }: Props) {
  const { t } = useTranslation('results_import')
  const { new_count, same_count, changes, reasons, cells } = row
  const open = mayFix ? null : (
    <ul className={classes.messages}>
      {reasons.map(({ at, reason }) => (
        <li key={`${at} ${reason}`}>
          {at === null ? '' : `${run.columns[at]?.header ?? ''}${t('file.of')}${t('rows.written', { text: cells[at] ?? '' })} `}
          {t(`reason.${reason}`)}
        </li>
      ))}
    </ul>
  )
  if (row.outcome === 'refused') return open
  const parts = [new_count ? t('rows.new', { count: new_count }) : '', same_count ? t('rows.same', { count: same_count }) : ''].filter(Boolean)
  return (
    <>
      <p>{parts.length || changes.length ? parts.join('・') : t('rows.nothing')}</p>
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
