import type { ImportColumn, ImportMapping } from '@sukoyaka/wire/boards/results-import'
import { IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { Select } from '../../ui/choice/Select.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { listSeparator } from '../../ui/text/list-separator.ts'
import classes from './Tables.module.css'
import { type Category, headerOf, isDoubtful, unitsOf } from './words.ts'

type Props = {
  row: ImportMapping
  column: ImportColumn
  category: Category | undefined
  mayChange: boolean
  onEdit: () => void
  onConfirm: () => void
  onUnit: (unit: string) => void
}

export function MappingRow({ row, column, category, mayChange, onEdit, onConfirm, onUnit }: Props) {
  const language = useLanguage()
  const { t } = useTranslation('results_import')
  const header = headerOf(column, row.at, t)
  const meaning = row.field ? t(`field.${row.field}`) : category ? category.display_name : t('mapping.none')
  const isGuess = row.source === 'guess'
  return (
    <tr>
      <td>
        <span className={classes.strong} lang="ja">
          {header}
        </span>
      </td>
      <td className={classes.samples} lang="ja">
        {column.samples.slice(0, 3).join(listSeparator(language))}
      </td>
      <td>
        <div className={classes.meaning}>
          {mayChange ? (
            <Button
              kind={row.field || category ? 'secondary' : 'neutral'}
              size="small"
              icon={<IconPencil aria-hidden />}
              onClick={onEdit}
              aria-label={`${meaning} ${t('mapping.change', { header })}`}
            >
              {meaning}
            </Button>
          ) : (
            meaning
          )}
          <span className={isGuess ? classes.attention : classes.source}>
            {row.source === 'none' ? '' : t(isGuess && !mayChange ? 'mapping.source.undecided' : `mapping.source.${row.source}`)}
          </span>
          {isGuess && mayChange ? (
            <Button size="small" onClick={onConfirm} aria-label={t('mapping.confirmNamed', { header, meaning })}>
              {t('mapping.confirm')}
            </Button>
          ) : null}
        </div>
      </td>
      <td>{category ? <Unit row={row} category={category} header={header} mayChange={mayChange} onUnit={onUnit} /> : null}</td>
    </tr>
  )
}

function Unit({ row, category, header, mayChange, onUnit }: Pick<Props, 'row' | 'mayChange' | 'onUnit'> & { category: Category; header: string }) {
  const { t } = useTranslation('results_import')
  const units = unitsOf(category)
  if (row.unit !== null && (units.length === 1 || !mayChange)) return <>{units.find(({ value }) => value === row.unit)?.label}</>
  return (
    <>
      <Select
        className={classes.unit}
        aria-label={t('mapping.unitOf', { header })}
        aria-invalid={row.unit === null || undefined}
        value={row.unit ?? ''}
        onChange={(event) => onUnit(event.currentTarget.value)}
      >
        {row.unit === null ? <option value="">{t('mapping.unitMissing')}</option> : null}
        {units.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>{' '}
      {row.is_unit_guessed && isDoubtful(row) ? <span className={classes.attention}>{t('mapping.unitGuessed')}</span> : null}
    </>
  )
}
