import { IconPencil, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { Card } from '../layout/Card.tsx'
import { Empty, ErrorState } from '../layout/Empty.tsx'
import { SkeletonLines, useSkeleton } from './Skeleton.tsx'

/** State of an RTK Query hook. */
export type ListQuery<T> = { currentData?: { items: T[] }; isError: boolean; isFetching: boolean; refetch: () => unknown }

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

/** Card for one list with loading, error (retry), empty and filled states. */
export function ListCard<T>({ title, query, error, empty, edit, onEdit, onAdd, children, more }: Props<T>) {
  const { t } = useTranslation('ui')
  const { currentData, isError, isFetching, refetch } = query
  const failed = isError && !currentData && !isFetching
  const skeleton = useSkeleton(!currentData && !failed)
  const items = skeleton ? undefined : currentData?.items
  return (
    <Card
      title={title}
      busy={!items && !(failed && !skeleton)}
      action={onEdit ? <IconButton label={edit} icon={<IconPencil aria-hidden />} size="small" disabled={!items} onClick={onEdit} /> : undefined}
    >
      {failed && !skeleton ? (
        <ErrorState title={error} onRetry={() => void refetch()} />
      ) : !items ? (
        <div style={{ minHeight: 66 }}>{skeleton ? <SkeletonLines count={3} /> : null}</div>
      ) : items.length === 0 ? (
        <Empty
          title={empty}
          action={
            onAdd ? (
              <Button size="small" icon={<IconPlus aria-hidden />} onClick={onAdd}>
                {t('record.add')}
              </Button>
            ) : undefined
          }
        />
      ) : (
        children(items)
      )}
      {more}
    </Card>
  )
}
