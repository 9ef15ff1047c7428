import { IconLayoutSidebarLeftCollapse } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import classes from './CareSidebar.module.css'
import { noFilter } from './filter.ts'
import { RoomFilters } from './RoomFilters.tsx'
import { RoomList } from './RoomList.tsx'

type Filters = ComponentProps<typeof RoomFilters>
type List = ComponentProps<typeof RoomList>
type Props = Omit<Filters, 'onChange'> & Omit<List, 'onReset'> & { onFilter: Filters['onChange']; onClose: () => void }

export function SidebarBody({ list, patientId, box, filtered, onApproach, onFilter, onClose, ...filters }: Props) {
  const { t } = useTranslation('message')
  return (
    <>
      <div className={classes.head}>
        <div className={classes.titleRow}>
          <h2 className={classes.title}>{t('sidebar.label')}</h2>
          <span className={classes.total} role="status">
            {list.total === undefined ? '' : t('sidebar.total', { count: list.total })}
          </span>
          <span className={classes.close}>
            <IconButton size="small" label={t('sidebar.close')} icon={<IconLayoutSidebarLeftCollapse aria-hidden />} onClick={onClose} />
          </span>
        </div>
        <RoomFilters {...filters} onChange={onFilter} />
      </div>
      <RoomList list={list} patientId={patientId} filtered={filtered} onReset={() => onFilter(noFilter)} box={box} onApproach={onApproach} />
    </>
  )
}
