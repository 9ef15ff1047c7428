import type { BulkAction } from './BulkBar.tsx'
import { useLabels } from './labels.ts'
import type { AdminTable, Row } from './table.ts'

/** Bulk actions that deactivate and restore rows with `is_active`. Each sends the whole row with the `updated_at` that the list shows. */
export const useCatalogueActions = (table: AdminTable): readonly BulkAction[] => {
  const { t } = useLabels()
  const change = table.useChange()
  if (!table.change || !table.fields.some(({ name }) => name === 'is_active')) return []
  const withUse = (is_active: boolean) => (row: Row) =>
    change({ ...Object.fromEntries(table.fields.map(({ name }) => [name, row[name]])), id: row.id, is_active, updated_at: row.updated_at })
  return [
    { key: 'retire', label: t('bulk.retire'), canRun: (row) => row.is_active === true, run: withUse(false) },
    { key: 'restore', label: t('bulk.restore'), canRun: (row) => row.is_active === false, run: withUse(true) },
  ]
}
