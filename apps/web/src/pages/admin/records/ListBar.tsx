import type { Field } from '@sukoyaka/wire/admin'
import { IconColumns, IconDownload } from '@tabler/icons-react'
import { type RefObject, useRef, useState } from 'react'
import { useCall } from '../../../api/call-endpoint.ts'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { Checkbox } from '../../../ui/choice/Checkbox.tsx'
import { SearchInput } from '../../../ui/form/SearchInput.tsx'
import { FilterSelect } from '../../../ui/layout/FilterBar.tsx'
import { Floating } from '../../../ui/overlay/Floating.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { saveFile } from '../../../ui/page/download.ts'
import { useLabels } from './labels.ts'
import classes from './RecordsPage.module.css'
import type { AdminTable } from './table.ts'
import { ViewsMenu } from './ViewsMenu.tsx'
import { filtersOf, type View } from './view.ts'

function Filter({ field, value, onChange }: { field: Field; value: string; onChange: (value: string) => void }) {
  const { t, label, valueLabel } = useLabels()
  const values = field.kind === 'switch' ? ['true', 'false'] : (field.values ?? [])
  return (
    <FilterSelect label={label(field.name)} value={value} onChange={onChange}>
      <option value="">{t('all')}</option>
      {values.map((choice) => (
        <option key={choice} value={choice}>
          {valueLabel(field.name, choice)}
        </option>
      ))}
    </FilterSelect>
  )
}

/** Downloads the rows of the current search and filters. */
function ExportButton({ table, input }: { table: AdminTable; input: object }) {
  const { t } = useLabels()
  const [fetchFile, isLoading] = useCall(table.csv)
  const download = async () => {
    const { data, error } = await fetchFile(input)
    if (error) return void toast.error(t('audit.exportFailed'), { text: error.error })
    // a CSV file is returned as text
    saveFile(`${table.name}.csv`, data as string, 'text/csv')
    toast.success(t('audit.exported'))
  }
  return (
    <span className={classes.columns}>
      <IconButton label={t('audit.export')} icon={<IconDownload aria-hidden />} disabled={isLoading} onClick={() => void download()} />
    </span>
  )
}

function ColumnsButton({ table, hidden, onChange }: { table: AdminTable; hidden: readonly string[]; onChange: (hidden: string[]) => void }) {
  const { t, label } = useLabels()
  const anchor = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const names = table.shown.map((shown) => (typeof shown === 'string' ? shown : shown.name))
  return (
    <span ref={anchor}>
      <IconButton label={t('columns')} icon={<IconColumns aria-hidden />} aria-expanded={isOpen} aria-haspopup="dialog" onClick={() => setOpen(!isOpen)} />
      {isOpen ? (
        <Floating anchor={anchor} label={t('columns')} modal onClose={() => setOpen(false)}>
          <div className={classes.columnList}>
            {names.map((name, at) => (
              <Checkbox
                key={name}
                label={label(name)}
                checked={!hidden.includes(name)}
                // the first column stays: it opens the row
                disabled={at === 0}
                onChange={(event) => onChange(event.currentTarget.checked ? hidden.filter((hiddenName) => hiddenName !== name) : [...hidden, name])}
              />
            ))}
          </div>
        </Floating>
      ) : null}
    </span>
  )
}

type Props = {
  ref: RefObject<HTMLDivElement | null>
  table: AdminTable
  view: View
  search: { typed: string; onType: (text: string) => void }
  /** The query of the list, without its page. */
  input: object
}

/** Tables with few rows, whose list needs no search field. */
const unsearched: readonly string[] = ['policies', 'delivery_rules']

/** Search, filters, saved views, export and the choice of columns. */
export function ListBar({ ref, table, view: { query, filters, hidden, put, apply }, search, input }: Props) {
  const { t } = useLabels()
  return (
    <div className={classes.bar} ref={ref}>
      {unsearched.includes(table.name) ? null : (
        <div className={classes.search}>
          <SearchInput label={t(`search.${table.name}`)} value={search.typed} onChange={search.onType} />
        </div>
      )}
      {filtersOf(table).map((field) => (
        <Filter key={field.name} field={field} value={filters[field.name] ?? ''} onChange={(value) => put({ [field.name]: value, page: undefined })} />
      ))}
      <ViewsMenu table={table} query={query} onApply={apply} />
      <ExportButton table={table} input={input} />
      <ColumnsButton table={table} hidden={hidden} onChange={(names) => put({ hide: names.join(',') })} />
    </div>
  )
}
