import { IconPencil, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { Empty } from '../layout/Empty.tsx'
import { QueryCard } from './QueryCard.tsx'
import type { Query } from './QueryView.tsx'

export type ListQuery<T> = Query<{ items: T[] }>

type Props<T> = {
  title: string
  query: ListQuery<T>
  error: string
  empty: string
  /** Accessible name of the edit button, which needs `onEdit`. */
  edit: string
  onEdit?: () => void
  onAdd?: () => void
  children: (items: T[]) => ReactNode
  /** Dialogs of the card. */
  more?: ReactNode
}

/** `QueryCard` of a list with a button that edits it and, while it is empty, one that adds to it. */
export function ListCard<T>({ title, query, error, empty, edit, onEdit, onAdd, children, more }: Props<T>) {
  const { t } = useTranslation('ui')
  const add = onAdd ? (
    <Button size="small" icon={<IconPlus aria-hidden />} onClick={onAdd}>
      {t('record.add')}
    </Button>
  ) : undefined
  return (
    <QueryCard
      title={title}
      query={query}
      error={error}
      empty={<Empty title={empty} action={add} />}
      action={onEdit ? <IconButton label={edit} icon={<IconPencil aria-hidden />} size="small" disabled={!query.currentData} onClick={onEdit} /> : undefined}
      more={more}
    >
      {({ items }) => children(items)}
    </QueryCard>
  )
}
