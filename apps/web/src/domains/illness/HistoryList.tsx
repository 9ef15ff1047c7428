import { useTranslation } from 'react-i18next'
import { isOptimistic } from '../../api/optimistic-update.ts'
import { type Entry, RecordsDialog } from '../../ui/overlay/RecordsDialog.tsx'
import type { OpenView } from './dialogs/disease-field.ts'

type Props<T> = {
  section: 'past' | 'family' | 'operation'
  items: readonly T[]
  entry: (item: T) => Pick<Entry, 'title' | 'lang' | 'lines'>
  onView: (view: OpenView<T> | undefined) => void
}

/**
 * The row that the form changes, as it is saved now; undefined for a new one. Others may have deleted the opened row meanwhile: it stays, so that saving the
 * form does not add it again.
 */
export const latestRow = <T extends { id: number }>(items: readonly T[], opened: T | 'new') =>
  opened === 'new' ? undefined : (items.find(({ id }) => id === opened.id) ?? opened)

/** Dialog with all rows of one kind of history, and buttons to edit and add rows. */
export function HistoryList<T extends { id: number }>({ section, items, entry, onView }: Props<T>) {
  const { t } = useTranslation('illness')
  return (
    <RecordsDialog
      title={t(`${section}.edit`)}
      onClose={() => onView(undefined)}
      groups={[
        {
          key: section,
          add: { label: t(`${section}.add`), onClick: () => onView('new') },
          none: t(`${section}.empty`),
          entries: items.map((item) => ({ ...entry(item), key: item.id, isOptimistic: isOptimistic(item), onEdit: () => onView(item) })),
        },
      ]}
    />
  )
}
