import { IconPencil, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { Empty } from '../layout/Empty.tsx'
import { QueryCard } from './QueryCard.tsx'
import type { Query } from './QueryView.tsx'

type Props<Data> = {
  title: string
  query: Query<Data>
  error: string
  /** Text of the empty state, for data that can be empty. */
  empty?: string
  /** By default, data with an empty array `items` is empty. */
  isEmpty?: (data: Data) => boolean
  /** Accessible name of the edit button. */
  edit: string
  /** Undefined for users without write permission. */
  onEdit?: (() => void) | undefined
  /** Called by the button of the empty card. */
  onAdd?: (() => void) | undefined
  children: (data: Data) => ReactNode
  /** Dialogs of the card. */
  more?: ReactNode
}

/** `QueryCard` with a button that edits its data and, while there is no data, a button that adds some. */
export function EditCard<Data>({ empty, edit, onEdit, onAdd, ...card }: Props<Data>) {
  const { t } = useTranslation('ui')
  const add = onAdd ? (
    <Button size="small" icon={<IconPlus aria-hidden />} onClick={onAdd}>
      {t('record.add')}
    </Button>
  ) : undefined
  return (
    <QueryCard
      {...card}
      empty={empty === undefined ? undefined : <Empty title={empty} action={add} />}
      action={
        onEdit ? <IconButton label={edit} icon={<IconPencil aria-hidden />} size="small" disabled={!card.query.currentData} onClick={onEdit} /> : undefined
      }
    />
  )
}
