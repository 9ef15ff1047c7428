import { gapHours } from '@sukoyaka/rules/record/device/gap'
import type { SampleType } from '@sukoyaka/wire/record/device'
import { type DeviceSync, type OrderGroup, orderGroups } from '@sukoyaka/wire/record/device-day'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermissionForOwnOrAllRecords } from '../../api/use-permission.ts'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { OrderedRows } from '../../ui/layout/OrderedRows.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useChangeDeviceOrderMutation } from './api.ts'
import { DeniedNotices } from './DeniedNotices.tsx'
import classes from './Devices.module.css'
import legend from './Legend.module.css'
import { SourceRow } from './SourceRow.tsx'
import { useSourceNames } from './use-source-names.ts'

const typesOf: Record<OrderGroup, readonly SampleType[]> = {
  activity: ['steps', 'distance', 'active_energy', 'basal_energy', 'total_energy', 'stairs', 'stand_hour'],
  sleep: ['sleep'],
}

const moved = (ids: readonly number[], from: number, to: number): number[] => ids.toSpliced(from, 1).toSpliced(to, 0, ids[from]!)

/** The order in which devices count. A move is saved immediately and can be undone; it is shown optimistically until the saved order arrives. */
const useOrder = (user_id: number, group: OrderGroup, saved: readonly number[]) => {
  const { t } = useTranslation('device')
  const [change] = useChangeDeviceOrderMutation()
  const [pressed, setPressed] = useState<{ group: OrderGroup; base: string; ids: number[] }>()
  const isPressed = pressed?.group === group && pressed.base === saved.join()
  const order = isPressed ? pressed.ids : saved
  const save = async (source_ids: number[], before?: number[]) => {
    setPressed({ group, base: saved.join(), ids: source_ids })
    const { error } = await change({ user_id, group, source_ids })
    if (error) {
      setPressed(undefined)
      return toast.error(t('order.failed'))
    }
    return toast.success(t('order.saved'), before && { onUndo: () => void save(before) })
  }
  return { order, onMove: (from: number, to: number) => void save(moved(order, from, to), [...order]) }
}

/** The order in which devices count, what each of them sent, and the data types that may not be read. */
export function OrderCard({ user_id, sync, isOwn }: { user_id: number; sync: DeviceSync; isOwn: boolean }) {
  const { t } = useTranslation('device')
  const mayWrite = usePermissionForOwnOrAllRecords('health_data.write')
  const [group, setGroup] = useState<OrderGroup>('activity')
  const { order, onMove } = useOrder(user_id, group, sync.orders[group])
  const sources = order.flatMap((id) => sync.sources.find((source) => source.id === id) ?? [])
  const names = useSourceNames(sync.sources)
  const nameOf = ({ id }: { id: number }) => names.get(id)!
  const moveButton = (index: number, step: -1 | 1, name: string) => {
    const isEnd = index + step < 0 || index + step >= sources.length
    const Icon = step < 0 ? IconArrowUp : IconArrowDown
    return (
      // stays focusable at either end of the list, so that the focus is not lost
      <IconButton
        label={t(step < 0 ? 'order.up' : 'order.down', { name })}
        icon={<Icon aria-hidden />}
        aria-disabled={isEnd || undefined}
        onClick={() => (isEnd ? undefined : onMove(index, index + step))}
      />
    )
  }
  return (
    <Card
      title={t('order.title')}
      action={
        <Segmented label={t('order.group')} value={group} onChange={setGroup} options={orderGroups.map((value) => ({ value, label: t(`group.${value}`) }))} />
      }
    >
      <p className={classes.quiet}>{t(mayWrite ? 'order.text' : 'order.textStaff')}</p>
      {sources.length ? (
        <div className={classes.rows}>
          <OrderedRows
            label={t('order.list')}
            items={sources}
            keyOf={({ id }) => String(id)}
            nameOf={nameOf}
            onMove={mayWrite && sources.length > 1 ? onMove : undefined}
          >
            {(source, index) => (
              <SourceRow
                source={source}
                channels={sync.channels}
                name={nameOf(source)}
                place={index}
                types={typesOf[group]}
                hasHours={group === 'activity'}
                moves={
                  mayWrite && sources.length > 1 ? (
                    <>
                      {moveButton(index, -1, nameOf(source))}
                      {moveButton(index, 1, nameOf(source))}
                    </>
                  ) : null
                }
              />
            )}
          </OrderedRows>
          <p className={legend.legend} aria-hidden="true">
            <span>
              <span className={classes.bar} />
              {t('legend.arrived')}
            </span>
            <span>
              <span className={clsx(classes.bar, classes.hatched)} />
              {group === 'activity' ? t('legend.gapHours', { hours: gapHours }) : t('legend.gap')}
            </span>
          </p>
        </div>
      ) : (
        <p className={classes.rows}>{t('order.none')}</p>
      )}
      <DeniedNotices sync={sync} isOwn={isOwn} />
    </Card>
  )
}
